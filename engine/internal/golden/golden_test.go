package golden

import (
	"path/filepath"
	"strings"
	"testing"
)

const answer = `{"query":"q","mode":"MODE","terms":[],"hits":[{"url":"a.html","chunk":3,"score":SCORE,"text":"x\ny","why":{"by":1}}],"more":1}`

func file(t *testing.T, edits ...string) File {
	t.Helper()
	replaced := strings.NewReplacer(edits...)
	var answers []Answer
	for _, mode := range []string{"first", "second"} {
		text := strings.NewReplacer("MODE", mode, "SCORE", "1").Replace(answer)
		if mode == "second" {
			text = replaced.Replace(text)
		}
		answers = append(answers, Answer{mode, []byte(text)})
	}
	f, err := New("q", answers)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every change of an answer's JSON, the order of its members included, changes the file.
func TestNothingIsLost(t *testing.T) {
	plain := file(t)
	want := `query "q"
terms: []
hits: [{"url":"a.html","chunk":3,"score":1,"text":"x\ny","why":{"by":1}}]
more: 1

== first: query mode terms hits more
mode: "first"

== second: query mode terms hits more
mode: "second"
`
	if plain.Text != want {
		t.Errorf("got\n%s\nwant\n%s", plain.Text, want)
	}
	seen := map[string]string{plain.Text: "none"}
	for _, edit := range [][2]string{
		{`"score":1`, `"score":1.5`}, {`"by":1`, `"by":2`}, {`"chunk":3`, `"chunk":4`}, {`x\ny`, `x y`}, {`"more":1`, `"more":2`},
		{`"terms":[]`, `"terms":[1]`}, {`"mode":"second","terms":[]`, `"terms":[],"mode":"second"`}, {`,"more":1`, ``},
		{`"url":"a.html","chunk":3`, `"chunk":3,"url":"a.html"`}, {`"score":1,"text":"x\ny"`, `"text":"x\ny","score":1`},
	} {
		got := file(t, edit[0], edit[1]).Text
		if other := seen[got]; other != "" {
			t.Errorf("%s for %s: the file is that of %s", edit[1], edit[0], other)
		}
		seen[got] = edit[1]
	}
}

func TestCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	one, other := file(t), file(t, `"by":1`, `"by":2`)
	old := File{Name: "old.txt", Text: "x"}
	if err := Check(dir, []File{one, old}, true); err != nil {
		t.Fatal(err)
	}
	if err := Check(dir, []File{one, old}, false); err != nil {
		t.Error(err)
	}
	for name, files := range map[string][]File{
		"changed": {other, old}, "gone": {one}, "new": {one, old, {Name: "new.txt"}}, "twice": {one, old, old},
	} {
		if err := Check(dir, files, false); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := Check(dir, []File{one}, true); err != nil {
		t.Fatal(err)
	}
	if err := Check(dir, []File{one}, false); err != nil {
		t.Errorf("the file of an earlier query stays: %v", err)
	}
}

func TestSlug(t *testing.T) {
	for query, want := range map[string]string{
		"": "no-word.txt", "Float  gauge?": "float-gauge.txt", "Ａｎｎｅ": "anne.txt", strings.Repeat("tide ", 99): "tide-tide-tide-tide-tide-tide-tide-tide-tide-tid.txt",
	} {
		if got := slug(query); got != want {
			t.Errorf("%q: got %s, want %s", query, got, want)
		}
	}
}
