package evaluation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/lab/internal/measures"
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

const birdQueries = `{"_id": "q1", "text": "Which owl hunts by day?", "metadata": {"type": "habit", "answer": "the short-eared owl"}}
{"_id": "q2", "text": "Where do storks winter?", "metadata": null}
{"_id": "q3", "text": "Who ringed the first stork?", "metadata": {"type": "person"}}
{"_id": "q4", "text": "How high do swifts sleep?"}
{"_id": "q5", "text": "What do wrens eat?"}
`

func TestRead(t *testing.T) {
	d, err := Read(writeSet(t, birdQueries, "query-id\tcorpus-id\tscore\nq1\towl\t1\r\nq2\tstork\t2\nq2\tcrane\t0\nq5\twren\t1\nq4\tswift\t1"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "birds" || len(d.Queries) != 5 {
		t.Fatalf("got %q with %d queries, want birds with 5", d.Name, len(d.Queries))
	}
	if got, want := d.Queries[0], (Query{"q1", "Which owl hunts by day?", "habit", "the short-eared owl"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if j := d.Judgements[1]; len(j) != 2 || j["stork"] != 2 || j["crane"] != 0 || d.Judgements[2] != nil {
		t.Errorf("got judgements %v", d.Judgements)
	}
	if err := d.CheckDocuments(func(id string) bool { return id != "wren" }); err == nil || !strings.HasSuffix(err.Error(), `qrels.tsv: document "wren" is not in the corpus`) {
		t.Errorf("got error %v", err)
	}
	if err := d.CheckDocuments(func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	// Position 3 has no label.
	for split, want := range map[string]string{"all": "q1 q2 q4 q5", "odd": "q1 q5", "even": "q2 q4"} {
		queries, judgements, err := d.Select(split, 0)
		var ids []string
		for _, q := range queries {
			ids = append(ids, q.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want || len(judgements) != len(queries) {
			t.Errorf("split %s: got %s with %d judgements (%v), want %s", split, got, len(judgements), err, want)
		}
	}
	if _, _, err := (&Dataset{Queries: d.Queries, Judgements: make([]measures.Judgements, 5)}).Select("all", 0); err == nil {
		t.Error("a split without labels: got no error")
	}
}

// Errors about content name the file.
func TestReadErrors(t *testing.T) {
	const good, head = `{"_id": "q1", "text": "x"}` + "\n", "query-id\tcorpus-id\tscore\n"
	for _, test := range []struct{ queries, qrels, want string }{
		{good + "{\n", head, "queries.jsonl: "},
		{good, head + "q1 d 1\n", "qrels.tsv:2: got 1 columns, want 3"},
		{good, head + "q1\td\t1\nq1\te\thigh\n", `qrels.tsv:3: score: got "high", want a whole number`},
		{good, head + "q9\td\t1\n", `qrels.tsv:2: query "q9" is not in queries.jsonl`},
	} {
		dir := writeSet(t, test.queries, test.qrels)
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), dir) {
			t.Errorf("got error %v, want %s… in %s", err, test.want, dir)
		}
	}
	for _, missing := range []string{queriesFile, qrelsFile} {
		dir := writeSet(t, good, head)
		if err := os.Remove(filepath.Join(dir, missing)); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("without %s: got error %v", missing, err)
		}
	}
}
