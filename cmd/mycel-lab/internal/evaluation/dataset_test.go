package evaluation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeSet writes a data set and returns its folder.
func writeSet(t testing.TB, queries, qrels string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "birds")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{queriesFile: queries, qrelsFile: qrels} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const birdQueries = "\ufeff" + `{"_id": "q1", "text": "Which owl hunts by day?", "metadata": {"type": "habit", "answer": "the short-eared owl"}}
{"_id": 2, "text": "Where do storks winter?", "metadata": null}

{"_id": "q3", "text": "Who ringed the first stork?", "metadata": {"type": "person"}}
{"_id": "q4", "text": "How high do swifts sleep?"}
{"_id": "q5", "text": "What do wrens eat?", "metadata": {"type": 7}}
`

func TestRead(t *testing.T) {
	d, err := Read(writeSet(t, birdQueries, "query-id\tcorpus-id\tscore\nq1\towl\t1\r\n2\tstork\t2\n2\tcrane\t0\nq5\twren\t1\nq4\tswift\t1"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "birds" || len(d.Queries) != 5 {
		t.Fatalf("got %q with %d queries, want birds with 5", d.Name, len(d.Queries))
	}
	if got, want := d.Queries[0], (Query{"q1", "Which owl hunts by day?", "habit", "the short-eared owl"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if d.Queries[1].ID != "2" || d.Queries[4].Type != "" {
		t.Errorf("got %v, want the id 2 and no type for q5", d.Queries)
	}
	if j := d.Judgements[1]; len(j) != 2 || j["stork"] != 2 || j["crane"] != 0 || d.Judgements[2] != nil {
		t.Errorf("got judgements %v", d.Judgements)
	}
	if err := d.CheckDocuments(func(id string) bool { return id != "wren" }); err == nil || !strings.HasSuffix(err.Error(), `qrels.tsv:5: document "wren" is not in the corpus`) {
		t.Errorf("got error %v", err)
	}
	if err := d.CheckDocuments(func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	// Position 3 has no label; the blank line has no position.
	for split, want := range map[string]string{"all": "q1 2 q4 q5", "odd": "q1 q5", "even": "2 q4"} {
		queries, judgements, err := d.Select(split)
		var ids []string
		for _, q := range queries {
			ids = append(ids, q.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want || len(judgements) != len(queries) {
			t.Errorf("split %s: got %s with %d judgements (%v), want %s", split, got, len(judgements), err, want)
		}
	}
}

// Every error about content says where it is.
func TestReadErrors(t *testing.T) {
	const good = `{"_id": "q1", "text": "x"}` + "\n"
	for _, test := range []struct{ name, queries, qrels, want string }{
		{"no JSON", good + "{\n", "", "queries.jsonl:2: unexpected end of JSON"},
		{"no object", "[]\n", "", "queries.jsonl:1: json: cannot unmarshal array"},
		{"no id", `{"text": "x"}`, "", `queries.jsonl:1: has no "_id"`},
		{"null id", `{"_id": null, "text": "x"}`, "", `queries.jsonl:1: has no "_id"`},
		{"empty id", `{"_id": " ", "text": "x"}`, "", `queries.jsonl:1: "_id" is empty`},
		{"id of another kind", `{"_id": {}, "text": "x"}`, "", `queries.jsonl:1: "_id": got {}, want a string or a number`},
		{"repeated id", good + "\n" + good, "", `queries.jsonl:3: _id "q1" is taken by line 1`},
		{"no text", good + `{"_id": "q2", "text": " "}`, "", `queries.jsonl:2: query "q2" has no text`},
		{"text of another kind", `{"_id": "q2", "text": 5}`, "", "queries.jsonl:1: json: cannot unmarshal number"},
		{"encoding", "\"\xff\"", "", "queries.jsonl:1: not valid UTF-8"},
		{"no query", "\n", "", "queries.jsonl: holds no query"},
		{"columns", good, "query-id\tcorpus-id\tscore\nq1 d 1\n", "qrels.tsv:2: got 1 columns, want 3"},
		{"more columns", good, "q1\t0\td\t1\n", "qrels.tsv:1: got 4 columns, want 3"},
		{"grade", good, "q1\td\t1\nq1\te\thigh\n", `qrels.tsv:2: score: got "high", want a whole number`},
		{"unknown query", good, "q9\td\t1\n", `qrels.tsv:1: query "q9" is not in queries.jsonl`},
		{"no document", good, "q1\t\t1\n", "qrels.tsv:1: corpus-id is empty"},
		{"repeated label", good, "q1\td\t1\nq1\te\t1\nq1\td\t0\n", `qrels.tsv:3: query "q1" and document "d" are labelled in line 1 already`},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := writeSet(t, test.queries, test.qrels)
			_, err := Read(dir)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), dir) {
				t.Errorf("got error %v, want %s… in %s", err, test.want, dir)
			}
		})
	}
	for _, missing := range []string{queriesFile, qrelsFile} {
		dir := writeSet(t, good, "q1\td\t1\n")
		if err := os.Remove(filepath.Join(dir, missing)); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("without %s: got error %v", missing, err)
		}
	}
	d, err := Read(writeSet(t, good, "query-id\tcorpus-id\tscore\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.Select("all"); err == nil {
		t.Error("a split without labels: got no error")
	}
}

func FuzzQueries(f *testing.F) {
	f.Add([]byte(birdQueries))
	f.Add([]byte(`{"_id": 1e3, "text": "x", "metadata": {"type": null}}`))
	f.Add([]byte("{\"_id\": \"\xff\"}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		queries, err := parseLines(strings.NewReader(string(b)), "f", newQueryReader())
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("got error %v, want one that says where", err)
			}
			return
		}
		have := map[string]bool{}
		for _, q := range queries {
			if q.ID == "" || strings.TrimSpace(q.Text) == "" || have[q.ID] {
				t.Errorf("got %+v", q)
			}
			have[q.ID] = true
		}
	})
}

func FuzzLabels(f *testing.F) {
	f.Add([]byte("query-id\tcorpus-id\tscore\nq1\ta\t1\nq2\ta\t-1\n"))
	f.Add([]byte("q1\ta\t1\r\n\nq1\tb c\t2"))
	f.Add([]byte("q1\ta\t99999999999999999999"))
	queries := []Query{{ID: "q1"}, {ID: "q2"}}
	f.Fuzz(func(t *testing.T, b []byte) {
		labels, err := parseLines(strings.NewReader(string(b)), "f", newLabelReader(queries))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("got error %v, want one that says where", err)
			}
			return
		}
		for _, l := range labels {
			if l.query < 0 || l.query >= len(queries) || l.document == "" || l.line < 1 {
				t.Errorf("got %+v", l)
			}
		}
	})
}
