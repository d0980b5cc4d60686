package divide

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// topics are what the parts of the long text are about.
var topics = []string{"the ferry and Captain Lomvi", "the lighthouse and Maud Ellison", "the float gauge and Edvard Lund"}

// long returns a text of paragraphs, each of about 600 bytes, ten of them a topic.
func long() string {
	var b strings.Builder
	for i := range 30 {
		for k := range 8 {
			fmt.Fprintf(&b, "Note %d.%d tells of %s, as Mr. Brask saw it on the shore that year. ", i, k, topics[i/10])
		}
		b.WriteString("\n\n")
	}
	return strings.TrimSpace(b.String())
}

func divided(t *testing.T, text string, s ...document.Section) []document.Section {
	t.Helper()
	if s == nil {
		s = document.OneSection(text)
	}
	d := document.Document{Text: text, Sections: s}
	Document(&d, 400)
	return d.Sections
}

// checkWhole holds parts against the text: together they are all of it.
func checkWhole(t *testing.T, text string, sections []document.Section) {
	t.Helper()
	end := 0
	for i, s := range sections {
		must.Be(t, s.Start == end && s.End > s.Start, "section %d is [%d, %d), want it to begin at %d", i, s.Start, s.End, end)
		end = s.End
	}
	must.Be(t, end == len(text), "sections end at %d of %d bytes", end, len(text))
}

func TestLongTextIsCutAtParagraphs(t *testing.T) {
	text := long()
	parts := divided(t, text)
	if len(parts) < 3 || document.Authored(parts) != 1 {
		t.Fatalf("%d parts, %d of them authored", len(parts), document.Authored(parts))
	}
	checkWhole(t, text, parts)
	for i, p := range parts {
		if n := p.End - p.Start; n < 3_000 || n > 10_000 {
			t.Errorf("part %d has %d bytes", i, n)
		}
		if i == 0 {
			must.Be(t, p.Anchor == "" && p.Level == 0, "the first part has the anchor %q and level %d", p.Anchor, p.Level)
			continue
		}
		must.Be(t, strings.HasSuffix(text[:p.Start], "\n\n"), "part %d begins within a paragraph: %q", i, text[p.Start-20:p.Start+20])
		must.Equal(t, p.Anchor, ":~:text="+strings.ReplaceAll(strings.Join(strings.Fields(text[p.Start:])[:8], "%20"), ",", "%2C"), "part %d has the anchor", i)
	}
	first, last := parts[0].Label, parts[len(parts)-1].Label
	if n := fmt.Sprintf("1/%d: ", len(parts)); !strings.HasPrefix(first, n) || !strings.Contains(first, "Captain Lomvi") || strings.Contains(first, "Lund") {
		t.Errorf("the first part is called %q", first)
	}
	must.Be(t, strings.Contains(last, "Edvard Lund") && !strings.Contains(last, "Lomvi"), "the last part is called %q", last)
}

// The first part of a section with a heading is the section; the others lie within it.
func TestPartsOfHeading(t *testing.T) {
	intro, body := "An introduction.\n\n", long()
	text := intro + body + "\n\nThe end."
	end := len(intro + body + "\n\n")
	parts := divided(t, text,
		document.Section{End: len(intro)},
		document.Section{Level: 2, Heading: "Notes", Anchor: "notes", Start: len(intro), End: end},
		document.Section{Level: 2, Heading: "End", Anchor: "end", Start: end, End: len(text)})
	checkWhole(t, text, parts)
	must.Equal(t, document.Authored(parts), 3)
	first, second, last := parts[1], parts[2], parts[len(parts)-1]
	must.Be(t, first.Heading == "Notes" && first.Anchor == "notes" && first.Level == 2 && first.Label == "", "the first part is %+v", first)
	if second.Heading != "" || second.Level != 3 || !strings.HasPrefix(second.Label, fmt.Sprintf("Notes (2/%d): ", len(parts)-2)) || !strings.HasPrefix(second.Anchor, "notes:~:text=") {
		t.Errorf("the second part is %+v", second)
	}
	must.Be(t, last.Heading == "End" && last.Part == 0, "the last section is %+v", last)
	d := document.Document{Text: text, Sections: parts}
	n := Document(&d, 400)
	must.Be(t, n == 0 && len(d.Sections) == len(parts), "parts are cut again into %d", n)
}

func TestBorders(t *testing.T) {
	for name, c := range map[string]struct {
		unit, before string // of which the text is made; what a part ends with
	}{
		"sentences":  {"They met Dr. Lund in St. Brask at 4 p.m. near the harbour. ", "harbour. "},
		"questions":  {"Where is Mr. Lund? ", "? "},
		"lines":      {"One line is here\nand the next sentence ends there.\n", "there.\n"},
		"no spaces":  {"水位は毎朝観測される。", "。"},
		"quotations": {"“They came back to the harbour.” ", ".” "},
	} {
		text := strings.TrimSpace(strings.Repeat(c.unit, 20_000/len(c.unit)))
		parts := divided(t, text)
		checkWhole(t, text, parts)
		must.Be(t, len(parts) >= 3, "%s: %d parts", name, len(parts))
		for _, p := range parts[1:] {
			must.Be(t, strings.HasSuffix(text[:p.Start], c.before), "%s: a part ends with %q", name, text[p.Start-12:p.Start])
		}
	}
	japanese := divided(t, strings.Repeat("灯台の光は、海峡の船を導く。水位は毎朝観測され、記録は塔に保管される。これは長い文章です。", 300))
	if p := japanese[1]; len(p.Anchor) > 400 || strings.Contains(p.Label, ":") {
		t.Errorf("a part in Japanese has the label %q and the anchor %q", p.Label, p.Anchor)
	}
	if parts := divided(t, strings.Repeat("word ", 4_000)); len(parts) != 1 {
		t.Errorf("a text without sentences is cut into %d parts", len(parts))
	}
	if parts := divided(t, long()[:2*leastSize]); len(parts) != 1 || parts[0].Part != 0 {
		t.Errorf("a text of %d bytes is cut into %d parts", 2*leastSize, len(parts))
	}
}

// Parts of large chunks are larger, or each would end with a small one.
func TestPartsOfLargeChunks(t *testing.T) {
	d := document.Document{Text: strings.Repeat("The keeper climbed the tower. ", 2_000)}
	d.Sections = document.OneSection(d.Text)
	must.Equal(t, Document(&d, 1_200), 3, "parts of %d bytes", len(d.Text))
}

// No part begins within a listing.
func TestListingsStayWhole(t *testing.T) {
	text := long()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := document.Document{Text: text, Sections: document.OneSection(text)}
		for at := 0; at < len(text)-3_000; {
			start := at + r.IntN(2_000)
			end := start + 1 + r.IntN(1_000)
			d.Code = append(d.Code, document.Code{Start: start, End: end})
			at = end
		}
		Document(&d, 400)
		checkWhole(t, text, d.Sections)
		for _, s := range d.Sections {
			for _, c := range d.Code {
				must.Be(t, c.Start >= s.Start || s.Start >= c.End, "a part begins at %d within the listing [%d, %d)", s.Start, c.Start, c.End)
			}
		}
	}
}

// Places to cut at, with the marks and abbreviations that sentences end with or do not.
func TestEnds(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "the harbour": false, "the harbour.": true, "the harbour,": false, "the harbour:": false,
		"Hi!": true, "At 5?": true, "so…": true, "水。": true, "!": true, // other marks than points end with anything
		"ship.": true, "the.": false, "Dr.": false, "p.m.": false, "4.": false, "no 1234.": false, "x2abc.": false, "größe.": true, ".": false,
		"“the harbour.”": true, "(the harbour.)": true, "the harbour.\"’»]": true, "the harbour”": false,
	} {
		must.Equal(t, ends(text), want, "%q ends with a sentence", text)
	}
	for _, c := range []struct {
		text string // cut at |
		want breakKind
	}{
		{"One.\n\n|Two", paragraph}, {"One\n\n|Two", paragraph}, {"One.\n\n |Two", paragraph},
		{"the first.\n|Two", lineOfSentence}, {"the first\n|Two", none}, {"the first. |Two", sentence}, {"the first.|Two", none},
		{"水位。|水", sentence}, {"the first.| Two", none}, {"the first.\n|\nTwo", none}, {"the first. \xff|\x80", none},
	} {
		before, after, _ := strings.Cut(c.text, "|")
		must.Equal(t, breaks(before+after, len(before)), c.want, "%q", c.text)
	}
}

// A part begins at the best kind of place, and of places of a kind at the nearest.
func TestBorder(t *testing.T) {
	text := "the first. the other. the third.\nthe next one.\n\nthe last place. the end."
	at := func(of string) int { return strings.Index(text, of) }
	for _, c := range []struct {
		from, to, ideal, want int
	}{
		{1, len(text), 5, at("the last")}, // a paragraph is better than any sentence
		{1, at("\n\n"), at("the other"), at("the next")},
		{1, at(".\nthe next"), at("the other") - 1, at("the other")},
		{1, at(".\nthe next"), at("the third"), at("the third")},
		{at("the end"), len(text), len(text), at("the end")},
		{at("the end") + 1, len(text), len(text), 0},
		{1, at("the other"), 5, 0},
	} {
		d := document.Document{Text: text}
		must.Equal(t, border(&d, c.from, c.to, c.ideal), c.want, "[%d, %d), %d: cut at", c.from, c.to, c.ideal)
	}
}

// The fragment of a part's address repeats the opening of its text: the first words of its first line, or, without spaces, the
// bytes before a mark.
func TestOpening(t *testing.T) {
	mark := strings.Repeat("水", 20)
	for text, want := range map[string]string{
		"  One  two.\nThree ": "One two.", "1 2 3 4 5 6 7 8 9 10": "1 2 3 4 5 6 7 8",
		mark + "、" + mark: mark, strings.Repeat("水", 40): "", strings.Repeat("水", 40) + "。": "", "。" + strings.Repeat("水", 40): "",
		strings.Repeat("w", openingBytes): strings.Repeat("w", openingBytes), strings.Repeat("w", openingBytes+1): "",
		mark + "、x。" + mark: mark + "、x",
	} {
		must.Equal(t, opening(text), want, "%q", text)
	}
}

// Names of parts are made of runs of words with capitals within a sentence, and of other words that are long enough.
func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"we saw Captain Lomvi there":           "Captain Lomvi|there",
		"we saw Old Captain Lomvi Brask there": "Old Captain Lomvi|there", // the fourth is not part of it
		"Captain Lomvi came. The keeper left":  "Lomvi|came|keeper|left",
		"then: Lomvi, Brask":                   "then|Brask",
		"we saw (Lomvi) and “Brask” and Maud":  "Maud",
		"see Maud-Ellison Road, Brask  Lund":   "Maud|Ellison Road|Brask|Lund",
		"the sea was calm, not high, A and B":  "calm|high",
		"an old über größe 水位は観測":              "über|größe",
		"for x = 12345 or 0x12345":             "",
		"":                                     "",
	} {
		var got []string
		phrases(text, func(key, as string) {
			must.Be(t, key == strings.ToLower(as) || as[0] >= 'a', "%q: the key of %q is %q", text, as, key)
			got = append(got, as)
		})
		must.Equal(t, strings.Join(got, "|"), want, "%q", text)
	}
}

// A name has the phrases that a text repeats and at most half of the texts have; at most three.
func TestNames(t *testing.T) {
	for _, c := range []struct{ texts, want []string }{
		{[]string{"ferry ferry", "tower tower", "gauge"}, []string{"ferry", "tower", ""}},
		{[]string{"ferry ferry harbour harbour", "tower tower harbour", "gauge gauge"}, []string{"ferry", "tower", "gauge"}}, // two of three have the harbour
		{[]string{"ferry ferry harbour harbour", "ferry harbour", "gauge gauge", "tower tower"}, []string{"ferry, harbour", "", "gauge", "tower"}},
		{[]string{"alpha alpha beta beta gamma gamma delta delta epsilon epsilon", "tower tower"}, []string{"alpha, beta, delta", "tower"}},
		{nil, []string{}},
	} {
		must.Equal(t, names(c.texts), c.want, "%q", c.texts)
	}
}
