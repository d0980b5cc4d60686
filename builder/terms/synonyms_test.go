package terms

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/engine/query"
	"mycel/internal/must"
)

// A line gives each of its words the meaning of the others, or those before an arrow the meaning of those behind it.
func TestParseSynonyms(t *testing.T) {
	for line, want := range map[string]string{
		"k8s, kubernetes": "k8s=kubernetes kubernetes=k8s", "a,  b  c ,d": "a=b c a=d b c=a b c=d d=a d=b c", "a, a, b": "a=b a=b b=a b=a",
		"js => javascript": "js=javascript", "a, b => c, d": "a=c a=d b=c b=d", "a => a": "", "please, acme =>": "please= acme=",
		"alone": "error", "": "error", "a => b => c": "error", "a, => b": "error", "a => b,": "error", "=> b": "error", "two words =>": "error",
		strings.Repeat("w ", query.MaxSynonymWords) + "=> b":   strings.TrimSpace(strings.Repeat("w ", query.MaxSynonymWords)) + "=b",
		strings.Repeat("w ", query.MaxSynonymWords+1) + "=> b": "error",
	} {
		pairs, err := parseSynonyms(line)
		var got []string
		for _, p := range pairs {
			got = append(got, p.from+"="+p.to)
		}
		if err != nil {
			got = []string{"error"}
		}
		must.Be(t, strings.Join(got, " ") == want, "%q: got %q (%v), want %q", line, got, err, want)
	}
	stop := StopWords([]Synonym{{"Please", ""}, {"js", "javascript"}})
	must.Equal(t, stop, map[string]bool{"please": true}, "stop words")
}

// A character with variants means those that the corpus has, and no other.
func TestVariants(t *testing.T) {
	rows := map[string][]string{}
	addVariants(rows, []string{"国", "文"})
	if got := rows[query.VariantKey("國")]; !slices.Equal(got, []string{"国"}) {
		t.Errorf("國 means %q, want 国", got)
	}
	if got, ok := rows[query.VariantKey("国")]; ok {
		t.Errorf("国 means %q, of which the corpus has none", got)
	}
	addVariants(rows, []string{"闘", "概", "勅", "顔", "靑", "乾"})
	for old, want := range map[string]string{"鬭": "闘", "槪": "概", "敕": "勅", "顏": "顔", "青": "", "幹": "乾"} {
		must.Equal(t, strings.Join(rows[query.VariantKey(old)], ""), want, "%s means", old)
	}
	group := map[rune]int{}
	for i, characters := range strings.Fields(variants[strings.Index(variants, "\n万"):]) {
		for _, r := range characters {
			before, known := group[r]
			must.Be(t, !known, "%c is in the groups %d and %d", r, before, i)
			group[r] = i
		}
	}
	for key, to := range rows {
		must.Be(t, len(to) != 0, "%q has a row without a meaning", key)
	}
}

func TestRootedLinks(t *testing.T) {
	for target, want := range map[string]bool{"/a/b.html": true, "/": true, "//host/a": false, "a/b": false, "": false, "/%zz": false, "https://a/b": false} {
		key, ok := rooted(target)
		must.Be(t, ok == want, "%q: got %q, %v", target, key, ok)
	}
	sections := []document.Section{{Start: 0, End: 4}, {Start: 4, End: 4}, {Start: 4, End: 9}}
	for offset, want := range map[int]int{0: 0, 3: 0, 4: 2, 8: 2, 9: 2, 99: 2} {
		must.Equal(t, sectionAt(sections, offset), want, "byte %d is in section", offset)
	}
	once := uint32(0)
	for passage, want := range []uint32{3: 3, 4: several} {
		if want == 0 {
			continue
		}
		for range 2 {
			if meetIn(&once, uint32(passage)); once != want {
				t.Errorf("after passage %d: %s", passage, fmt.Sprint(once))
			}
		}
	}
}
