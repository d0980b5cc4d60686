package builder

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/engine/model"
	"mycel/internal/must"
)

// record is a line of JSON Lines.
type record struct {
	ID    string `json:"_id"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
}

// index builds and opens a bundle of records.
func index(t testing.TB, records []record, change ...func(*Config)) *mycel.Bundle {
	t.Helper()
	var lines []any
	for _, r := range records {
		lines = append(lines, r)
	}
	dir := filepath.Join(t.TempDir(), "bundle")
	c := Config{JSONL: []string{writeLines(t, lines...)}, Output: dir, Version: "test", With: all.Methods()}
	for _, f := range change {
		f(&c)
	}
	mustBuild(t, c)
	return openBundle(t, dir)
}

func ask(t testing.TB, b *mycel.Bundle, mode, query string) *answer.Result {
	t.Helper()
	return must.Get(b.Search(context.Background(), query, engine.Options{Mode: mode}))(t)
}

func ids(r *answer.Result) []string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.Document)
	}
	return out
}

// chainOfTwo is a question's two passages, a third that the chain goes on to, and
// distractors that share its words.
func chainOfTwo(titles bool) []record {
	records := []record{
		{"p1", "Silent Harbour", "Silent Harbour is a film of 1962. Silent Harbour was directed by Maud Ellison. It won a prize."},
		{"p2", "Maud Ellison", "Maud Ellison was born in Tarnwick, where her father kept an inn."},
		{"p3", "Tarnwick", "Tarnwick is a market town on the river Sule."},
	}
	for i := range 50 {
		records = append(records, record{fmt.Sprintf("d%02d", i), fmt.Sprintf("Person%02d Surname%02d", i, i),
			fmt.Sprintf("Person%02d Surname%02d was born in Village%02d and was a director of a bank there.", i, i, i)})
	}
	if !titles {
		for i := range records {
			records[i].Title = ""
		}
	}
	return records
}

// An entity whose name has stop words alone is beside no term, and is found nevertheless.
func TestEntityOfStopWords(t *testing.T) {
	records := []record{{"who", "The Who", "The Who is a band of the sixties."}, {"what", "Tides", "Tides of the sea rise."}}
	for i := range 8 {
		records = append(records, record{fmt.Sprint(i), fmt.Sprintf("Note %d", i), fmt.Sprintf("Who was the keeper of lamp%d? The Who played there.", i)})
	}
	b := index(t, records)
	r := ask(t, b, "bridge", "the who")
	must.Be(t, len(r.Entities) == 1 && r.Entities[0].Name == "The Who", "entities %+v", r.Entities)
	if r := ask(t, b, "bridge", "of the"); len(r.Entities) != 0 {
		t.Errorf("entities %+v of words that are none", r.Entities)
	}
}

// Acceptance of the bridge walk: the second passage has no word of the question
// but "born", and is reached over the entity that both mention.
func TestBridgeFindsTheSecondHop(t *testing.T) {
	const question = "Where was the director of Silent Harbour born?"
	b := index(t, chainOfTwo(true))
	r := ask(t, b, "bridge", question)
	both := []string{"p1", "p2"}
	if got := ids(r)[:2]; !slices.Equal(slices.Sorted(slices.Values(got)), both) {
		t.Fatalf("ranking %v", got)
	}
	why := r.Hits[slices.Index(ids(r), "p2")].Why
	must.Hold(t, why.Source == bridge.Source && len(why.Reasons) == 1, "why %+v", why)
	link := why.Reasons[0]
	if link.From.Title != "Silent Harbour" || !slices.Equal(link.Path, []string{"Maud Ellison"}) || link.Kind != string(bridge.Forward) ||
		link.From.Sentence != "Silent Harbour was directed by Maud Ellison." {
		t.Errorf("link %+v", link)
	}
	var added []string
	for _, i := range link.From.Covers {
		added = append(added, r.Terms[i].Word)
	}
	must.Equal(t, added, []string{"born"}, "adds")
	if r := ask(t, b, "auto", question); r.Mode != "bridge" {
		t.Errorf("auto chose %s: %s", r.Mode, r.Reason)
	}
	for _, other := range []string{"Born where was the Silent Harbour director of?", "Where where was the director director of Silent Harbour born born?", "where was the director of silent harbour born"} {
		must.Equal(t, ids(ask(t, b, "bridge", other)), ids(r), "%q: ranking", other)
	}
}

// A third passage is reached by a second link, from the passage that the first
// led to.
func TestBridgeFindsTheThirdHop(t *testing.T) {
	b := index(t, chainOfTwo(true))
	r := ask(t, b, "bridge", "On which river does the town lie where the director of Silent Harbour was born?")
	i := slices.Index(ids(r), "p3")
	must.Hold(t, i >= 0 && i <= 2, "ranking %v", ids(r))
	var over []string
	for _, link := range r.Hits[i].Why.Reasons {
		over = append(over, link.Path...)
	}
	must.Equal(t, over, []string{"Maud Ellison", "Tarnwick"}, "chain over")
}

// Without titles the walk still leads over shared entities.
func TestBridgeWithoutTitles(t *testing.T) {
	b := index(t, chainOfTwo(false))
	got := ids(ask(t, b, "bridge", "Where was the director of Silent Harbour born?"))
	must.Be(t, slices.Contains(got[:3], "p2"), "ranking %v", got)
}

// Where there are no entities, the walk ranks as BM25 does.
func TestBridgeWithoutEntities(t *testing.T) {
	var records []record
	for i := range 30 {
		records = append(records, record{fmt.Sprint("r", i), "", strings.Repeat("it was a pebble. ", i%7+1) + strings.Repeat("and this was gravel. ", i%5)})
	}
	b := index(t, records)
	n := b.Engine().Index().Entities.Len()
	must.Hold(t, n == 0, "%d entities", n)
	for _, q := range []string{"pebble", "gravel", "pebble gravel"} {
		must.Equal(t, ids(ask(t, b, "bm25", q)), ids(ask(t, b, "bridge", q)), "%q", q)
	}
}

// A second entity with the mentions of another changes no score: links compete, they do not add up.
func TestBridgeTakesTheBestLink(t *testing.T) {
	scores := func(title string) map[string]float32 {
		records := chainOfTwo(true)
		for i := range records[:2] {
			records[i].Text = strings.Replace(records[i].Text, "Maud Ellison", "Maud Ellison, the ostler,", 1)
		}
		b := index(t, append(records, record{ID: "page", Title: title, Text: "There is nothing to be said of it."}))
		_, ok := b.Engine().Index().Entities.Find(strings.ToLower(title))
		must.Hold(t, ok, "%q is no entity", title)
		found := map[string]float32{}
		for _, h := range ask(t, b, "bridge", "Where was the director of Silent Harbour born?").Hits {
			found[h.Document] = h.Score
		}
		return found
	}
	one, two := scores("Meadow"), scores("Ostler")
	must.Be(t, one["p2"] != 0 && maps.Equal(one, two), "scores are %v, and with a second entity %v", one, two)
}

// A question that names a page and hardly anything else gets the sections of the page, others not.
func TestWholePage(t *testing.T) {
	docs := must.Files(t, map[string]string{
		"lamps.md":  "# Oil Lamps\n\nA lamp burns oil.\n\n## Wicks\n\nTrim them.\n\n## Glass\n\nClean it.\n\n## Smoke\n\nOpen a window.\n",
		"stores.md": "# Stores\n\nThe keeper orders oil.\n\n## Lamps\n\nOil lamps and spare wicks are ordered in May.\n\n## Coal\n\nIt comes by boat.\n",
	})
	b := index(t, nil, func(c *Config) { c.JSONL, c.Docs = nil, []string{docs} })
	for query, want := range map[string]string{
		"Give an overview of Oil Lamps":                         "Oil Lamps Wicks Glass Smoke",
		"Who orders wicks and spare coal for oil lamps by boat": "Oil Lamps Coal",
	} {
		e := must.Get(b.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: 500}}))(t)
		var headings []string
		for _, p := range e.Passages {
			headings = append(headings, p.Heading)
		}
		got := strings.Join(headings, " ")
		must.Be(t, strings.HasPrefix(got, want), "%q: %s, want first %s", query, got, want)
	}
	// Sections that the words found keep their scores, and no section is there twice.
	scores := func(mode string) (found map[string]float32, all int) {
		o := engine.EvidenceOptions{Options: engine.Options{Mode: mode}, TokenBudget: 500}
		e := must.Get(b.Retrieve(context.Background(), "Oil Lamps and window", mycel.RetrieveOptions{EvidenceOptions: o}))(t)
		found = map[string]float32{}
		for _, it := range e.Trace.Items {
			found[it.Heading] = it.Score
		}
		return found, len(e.Trace.Items)
	}
	words, _ := scores("bm25")
	whole, n := scores("")
	for heading, score := range words {
		must.Be(t, whole[heading] == score, "%q has the score %v, and %v by words", heading, whole[heading], score)
	}
	must.Be(t, len(words) >= 4 && n == 6 && len(whole) == n, "words find %v, of all %d %v", words, n, whole)
}

// A question that names nothing gets elements of several documents from NodeRAG; a word that is not there does not.
func TestNodeThemes(t *testing.T) {
	dir, _ := handbook(t, func(c *Config) { c.With = all.Named("node") })
	b := openBundle(t, dir)
	for query, want := range map[string]bool{"What are the xyzzy of this?": true, "xyzzy": false} {
		e := must.Get(b.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "node"}, TokenBudget: 1000}}))(t)
		documents := map[string]bool{}
		for _, p := range e.Passages {
			documents[p.Document] = true
		}
		if len(documents) > 2 != want || e.Tokens > 1000 {
			t.Errorf("%q: %d documents, %d tokens, reason %q", query, len(documents), e.Tokens, e.Trace.Result.Reason)
		}
	}
}

// A query without any indexed word finds nothing, in every mode.
func TestNothingFound(t *testing.T) {
	b := index(t, chainOfTwo(true))
	for _, mode := range method.Modes() {
		for _, q := range []string{"", "xyzzy plugh", "?!"} {
			r := ask(t, b, mode, q)
			must.Be(t, len(r.Hits) == 0 && r.Reason != "", "%s %q: %d hits, reason %q", mode, q, len(r.Hits), r.Reason)
		}
	}
}

// On two-hop questions over synthetic passages the walk finds both passages far
// more often than words do.
func TestBridgeAgainstWords(t *testing.T) {
	passages, questions := synth.Corpus(11, 1200, 150)
	var records []record
	for _, p := range passages {
		records = append(records, record{p.ID, p.Title, p.Text})
	}
	b := index(t, records)
	both := func(mode string) (n int) {
		for _, q := range questions {
			top := ids(ask(t, b, mode, q.Text))
			top = top[:min(5, len(top))]
			if slices.Contains(top, q.Gold[0]) && slices.Contains(top, q.Gold[1]) {
				n++
			}
		}
		return n
	}
	words, bridge, auto := both("bm25"), both("bridge"), both("auto")
	t.Logf("both passages in the first five: bm25 %d, bridge %d, auto %d of %d", words, bridge, auto, len(questions))
	must.Be(t, bridge >= words+len(questions)/4 && auto >= bridge-2, "bm25 %d, bridge %d, auto %d of %d", words, bridge, auto, len(questions))
}

// A text without a title is about the first name in its first sentence; one with a
// title also about the form of it that the text begins with, and about nothing that
// is merely mentioned first.
func TestSubjects(t *testing.T) {
	b := index(t, []record{
		{"untitled", "", "The town of Tarnwick lies on the Sule. Tarnwick has a market, and Maud Ellison kept an inn there."},
		{"longer", "Maud Ellison", "Dame Maud Ellison was a painter. Dame Maud Ellison lived in Tarnwick."},
		{"other", "History of the Inn", "Jonas Wiik built the inn. It burnt down twice."},
		{"more", "Jonas Wiik", "He built inns. Jonas Wiik lived in Tarnwick, where Dame Maud Ellison painted him."},
	})
	must.OK(t, b.LoadAll(context.Background()))
	x := b.Engine().Index()
	about := map[string][]string{}
	for d := range x.Corpus.NumDocuments() {
		first, _ := x.Corpus.DocSections(model.DocID(d))
		for _, e := range x.Titles.Of(first) {
			id := x.Corpus.DocID.At(d)
			about[id] = append(about[id], x.Entities.Name(model.EntityID(e)))
		}
	}
	for id, want := range map[string][]string{
		"untitled": {"Tarnwick"},
		"longer":   {"Dame Maud Ellison", "Maud Ellison"},
		"other":    {"History of the Inn"},
		"more":     {"Jonas Wiik"},
	} {
		must.Equal(t, about[id], want, "%s: about", id)
	}
}

// Of pages that share a name, the one with nothing else in its title comes first.
func TestExactTitleFirst(t *testing.T) {
	records := chainOfTwo(true)
	for i, title := range []string{"Maud Ellison (film)", "Maud Ellison (album)", "Maud Ellison (1990 film)"} {
		records = append([]record{{fmt.Sprint("a", i), title, "Maud Ellison was made by others, and is about Maud Ellison. Maud Ellison won nothing."}}, records...)
	}
	got := ids(ask(t, index(t, records), "bridge", "who was Maud Ellison"))
	must.Be(t, got[0] == "p2", "ranking %v", got)
}

// A page counts by the sum of its best sections, and by a heading that the query names.
func TestPagesBySumAndHeading(t *testing.T) {
	text := "The tower of the harbour has a bell of bronze.\n"
	out, _ := buildPages(t, must.Files(t, map[string]string{
		"a.md": "# First\n\nIntroduction.\n\n## Clock repair\n\n" + text,
		"b.md": "# Second\n\nIntroduction.\n\n## Clock\n\n" + text,
		"c.md": "# Third\n\nIntroduction.\n\n## Sundial\n\n" + text + "\n## Hourglass\n\n" + text,
	}), nil, nil)
	b := openBundle(t, out)
	for query, first := range map[string]string{"clock of the tower": "b.md", "bell of the tower": "c.md"} {
		r, err := b.Search(t.Context(), query, engine.Options{})
		must.Be(t, err == nil && len(r.Hits) != 0 && r.Hits[0].Document == first, "%q: %v, error %v", query, hitsOf(r), err)
	}
}

func hitsOf(r *answer.Result) (pages []string) {
	for _, h := range r.Hits {
		pages = append(pages, h.Document)
	}
	return pages
}

// Pages that have a title and no text make a bundle that can be read, and are found by their titles.
func TestPagesWithoutText(t *testing.T) {
	for name, pages := range map[string][]string{
		"front matter": {"---\ntitle: Nothing\n---\n"}, "heading": {"# Nothing\n"}, "headings": {"# Nothing\n\n## At all\n", "# Void\n"},
	} {
		docs := t.TempDir()
		for i, page := range pages {
			must.OK(t, os.WriteFile(filepath.Join(docs, fmt.Sprintf("%d.md", i)), []byte(page), 0o644))
		}
		for _, c := range []Config{{}, {With: all.Methods(), Vectors: true, Map: true, LLMs: true}} {
			c.Docs, c.Output, c.Version = []string{docs}, filepath.Join(t.TempDir(), "out"), "test"
			if _, err := Build(t.Context(), c); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := readAll(t, c.Output); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			b := mustOpen(t, c.Output)
			r := ask(t, b, "", "nothing")
			must.Be(t, len(r.Hits) == 1 && r.Hits[0].Document == "0.md", "%s: got %v", name, ids(r))
		}
	}
}

// readAll opens a bundle, loads all of it and asks in every mode.
func readAll(t *testing.T, dir string) error {
	b, err := mycel.Open(dir)
	if err == nil {
		err = b.LoadAll(t.Context())
	}
	if err != nil {
		return err
	}
	for _, mode := range b.Engine().Index().Modes() {
		o := engine.Options{Mode: mode}
		if _, err := b.Search(t.Context(), "the water level of Brask, Edvard Lund, NASA", o); err != nil {
			return err
		}
		if _, err := b.Retrieve(t.Context(), "the water level of Brask, Edvard Lund, NASA", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: o}}); err != nil {
			return err
		}
	}
	_, err = b.Overview(t.Context(), "", 500)
	return err
}

// twoHops are collections. The first text answers half of the question and names the subject of the second. No
// word of the question tells the second from the third, which has the town twice. Only a name that both the first
// and the second text have leads on.
var twoHops = map[string]struct {
	question string
	pages    [][2]string // title, text
}{
	"ru": {"В каком городе учился создатель поплавкового уровнемера?", [][2]string{
		{"Поплавковый уровнемер", "Поплавковый уровнемер показывает высоту воды. Его придумал Эдвард Лунд, который изучил своё ремесло в Браске."},
		{"Браск", "Браск — город на севере, известный мостами. Там Браск стоит у реки."},
		{"Вендрел", "Вендрел — город у моря. В этом городе есть маяк."},
		{"Маяк", "Маяк построил Арне Холм. Его свет виден за двадцать миль."},
		{"Барометр", "Барометр показывает давление воздуха. Его делают в Вендреле."},
	}},
	"zh": {"浮子水位计的设计者在哪个城镇学会了手艺？", [][2]string{
		{"浮子水位计", "浮子水位计显示水面的高度。它由埃德瓦·伦德设计，他在布拉斯克学会了手艺。"},
		{"布拉斯克", "布拉斯克是北方的一个城镇，以桥梁闻名。冬天的布拉斯克很冷。"},
		{"文德雷尔", "文德雷尔是海边的城镇。这个城镇有灯塔。"},
		{"灯塔", "灯塔由阿尔内·霍尔姆建造。它的光在二十海里外可见。"},
		{"气压计", "气压计显示空气的压力。它在文德雷尔制造。"},
	}},
	"ja": {"浮子式水位計の設計者はどの町で技を身につけましたか？", [][2]string{
		{"浮子式水位計", "浮子式水位計は水面の高さを示す。設計したのはエドヴァルド・ルンドで、彼はブラスクで技を身につけた。"},
		{"ブラスク", "ブラスクは北の町で、橋で知られる。冬のブラスクは寒い。"},
		{"ヴェンドレル", "ヴェンドレルは海辺の町だ。この町には灯台がある。"},
		{"灯台", "灯台はアルネ・ホルムが建てた。光は二十海里先から見える。"},
		{"気圧計", "気圧計は空気の圧力を示す。ヴェンドレルで作られる。"},
	}},
	"ko": {"부자식 수위계의 설계자는 어느 마을에서 기술을 익혔나요?", [][2]string{
		{"부자식 수위계", "부자식 수위계는 수면의 높이를 보여 준다. 에드바르 룬드가 설계했으며 그는 브라스크에서 기술을 익혔다."},
		{"브라스크", "브라스크는 북쪽의 마을로 다리가 많다. 겨울의 브라스크를 눈이 덮는다."},
		{"벤드렐", "벤드렐은 바닷가 마을이다. 이 마을에 등대가 있다."},
		{"등대", "등대는 아르네 홀름이 지었다. 빛은 이십 해리 밖에서도 보인다."},
		{"기압계", "기압계는 공기의 압력을 보여 준다. 벤드렐에서 만든다."},
	}},
}

// A question whose second passage only a name leads to is answered in languages without capitals and with many cases,
// whether titles give the names or the texts alone.
func TestTwoHops(t *testing.T) {
	for language, c := range twoHops {
		for _, titled := range []bool{true, false} {
			var records []record
			for i, p := range c.pages {
				r := record{ID: string(rune('a' + i)), Text: p[1]}
				if titled {
					r.Title = p[0]
				}
				records = append(records, r)
			}
			b := index(t, records, func(cfg *Config) { cfg.Language, cfg.With = language, nil })
			ids, _ := found(t, b, c.question, engine.Options{Mode: "bridge"})
			if got := strings.Join(ids, ""); len(got) < 2 || !strings.Contains(got[:2], "a") || !strings.Contains(got[:2], "b") {
				t.Errorf("%s, titles %v: found %q, want a and b first", language, titled, got)
			}
		}
	}
}
