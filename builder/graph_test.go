package builder

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/givengraph"
	"mycel/builder/method/all"
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/internal/must"
)

// graphOf builds the handbook with a graph.
func graphOf(t *testing.T, file string, change func(*Config)) (string, *givengraph.Report) {
	t.Helper()
	dir, report := handbook(t, func(c *Config) {
		c.Graph, c.With, c.ChunkTokens, c.ChunkOverlap = file, all.Named("ket", "node", "da"), 0, 0
		if change != nil {
			change(c)
		}
	})
	return dir, report.Graph
}

// A custom knowledge graph of LightRAG is tied by names and by sources, and its texts stand in the contexts of the three
// methods, where those of a language model would.
func TestLightRAG(t *testing.T) {
	for _, vectors := range []bool{true, false} {
		dir, r := graphOf(t, "../examples/graph/lightrag.json", func(c *Config) { c.Vectors = vectors })
		if r.Format != givengraph.LightRAG || r.Entities != 5 || r.ByName != 3 || r.BySource != 1 || r.Relations != 3 || r.Related != 2 || r.New != 1 || r.Sources != 3 || r.Found != 2 {
			t.Errorf("got %+v", r)
		}
		if u := r.Untied; len(u) != 2 || u[0].What != "entity" || u[0].Examples[0] != "Lost Ledger" || u[1].What != "relation" || u[1].Count != 1 {
			t.Errorf("untied: %+v", u)
		}
		b := openBundle(t, dir)
		x := b.Engine().Index()
		find := func(name string) uint32 {
			id, ok := x.Entities.Find(strings.ToLower(name))
			must.Hold(t, ok, "no entity is called %s", name)
			return uint32(id)
		}
		lund, gauge, prediction := find("Edvard Lund"), find("float gauge"), find("tide prediction")
		must.Equal(t, x.Entities.Name(model.EntityID(lund)), "Edvard Lund", "the name in capitals")
		must.Equal(t, x.Entities.Kind(model.EntityID(gauge)), entity.Term, "the float gauge is of kind")
		if _, ok := x.Entities.Find("lost ledger"); ok {
			t.Error("a name that no text has is an entity")
		}
		chunks := x.EntityChunks.Append(nil, prediction)
		if len(chunks) != 1 || x.Corpus.Heading.At(int(x.Corpus.ChunkSection(model.ChunkID(chunks[0])))) != "Predictions" {
			t.Errorf("the method is tied to the chunks %v", chunks)
		}
		list, _ := x.Graph.Neighbours(prediction)
		must.Be(t, slices.Equal(list, []uint32{find("William Thomson")}), "the method has the neighbours %v", list)
		for mode, want := range map[string][]string{
			"ket":  {"person: Clockmaker from Brask who designed", "instrument: Recorder of the tide", "Edvard Lund designed the float gauge.|3"},
			"node": {"person: Clockmaker from Brask who designed", "Edvard Lund designed the float gauge."},
			"da":   {"person: Clockmaker from Brask who designed", "Edvard Lund designed the float gauge."},
		} {
			o := mycel.RetrieveOptions{}
			o.TokenBudget = 3000
			o.Mode = mode
			e := must.Get(b.Retrieve(t.Context(), "Which float gauge was designed by Edvard Lund?", o))(t)
			for _, text := range want {
				must.Be(t, strings.Contains(e.Context, text), "%s: %q is not in\n%s", mode, text, e.Context)
			}
		}
	}
}

// Rows of GraphRAG are tied in the same way. A weight of a relation is that of the file, where it is greater.
func TestGraphRAG(t *testing.T) {
	dir, r := graphOf(t, "../examples/graph/graphrag.jsonl", nil)
	if r.Format != givengraph.GraphRAG || r.ByName != 2 || r.BySource != 1 || r.Related != 2 || r.New != 2 || r.Found != 2 || r.Untied != nil {
		t.Errorf("got %+v", r)
	}
	o := mycel.RetrieveOptions{}
	o.TokenBudget = 3000
	o.Mode = "ket"
	e, err := openBundle(t, dir).Retrieve(t.Context(), "Edvard Lund, stilling well", o)
	if err != nil || !strings.Contains(e.Context, "Edvard Lund drew the stilling well for his gauge.|9") {
		t.Errorf("error %v, context\n%s", err, e.Context)
	}
}

// Documents that a source names by their id tie a name that no text has; a file of names that drops a name is obeyed.
func TestGraphPlaces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "graph.json")
	write := func(text string) {
		t.Helper()
		must.OK(t, os.WriteFile(file, []byte(text), 0o600))
	}
	write(`{"entities":[{"entity_name":"Harmonic Tables","source_id":"archive.md"},{"entity_name":"Edvard Lund","description":"Gone."}],
"relationships":[{"src_id":"Harmonic Tables","tgt_id":"Edvard Lund","description":"He used them."},{"src_id":"Edvard Lund","tgt_id":"edvard lund"}]}`)
	names := must.File(t, "names", "drop: Edvard Lund\n")
	dir, r := graphOf(t, file, func(c *Config) { c.Names = names })
	must.Be(t, r.BySource == 1 && r.ByName == 0 && r.Related == 0 && len(r.Untied) == 3, "got %+v", r)
	x := openBundle(t, dir).Engine().Index()
	tables, ok := x.Entities.Find("harmonic tables")
	if chunks := x.EntityChunks.Append(nil, uint32(tables)); !ok || len(chunks) != 1 || x.Corpus.DocID.At(int(x.Corpus.SectionDoc(x.Corpus.ChunkSection(model.ChunkID(chunks[0]))))) != "archive.md" {
		t.Errorf("the tables are tied to %v, %v", chunks, ok)
	}
	write(`{"entities":[{"entity_name":7}]}`)
	must.Say(t, must.Err(Build(t.Context(), Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", Graph: file})), file+": entities[0]: entity_name: got a JSON number")
}

// However many passages have the same text, each is found: in its document, or wherever the text is if it names none.
func TestGraphOfEqualTexts(t *testing.T) {
	const text = "This page may be copied by everybody as long as this notice stays below it."
	dir, graph := t.TempDir(), map[string][]map[string]string{}
	for i := range 250 {
		name, chunk := fmt.Sprintf("page%d.md", i), fmt.Sprintf("c%d", i)
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		graph["chunks"] = append(graph["chunks"], map[string]string{"source_id": chunk, "content": "**" + text + "**", "file_path": name})
		graph["entities"] = append(graph["entities"], map[string]string{"entity_name": fmt.Sprintf("Holder %d", i), "source_id": chunk})
	}
	graph["chunks"][7]["file_path"] = ""
	raw := must.Get(json.Marshal(graph))(t)
	file := filepath.Join(t.TempDir(), "graph.json")
	must.OK(t, os.WriteFile(file, raw, 0o600))
	out := t.TempDir() + "/bundle"
	r := must.Get(Build(t.Context(), Config{Docs: []string{dir}, Output: out, Graph: file}))(t)
	must.Be(t, r.Graph.Found == 250 && r.Graph.BySource == 250, "got %+v", r.Graph)
	x := openBundle(t, out).Engine().Index()
	for i, want := range map[int]string{7: "page0.md", 8: "page8.md", 249: "page249.md"} {
		id, _ := x.Entities.Find(fmt.Sprintf("holder %d", i))
		chunks := x.EntityChunks.Append(nil, uint32(id))
		if len(chunks) != 1 || x.Corpus.DocID.At(int(x.Document(chunks[0]))) != want {
			t.Errorf("holder %d is tied to the chunks %v, want that of %s", i, chunks, want)
		}
	}
}

// Further names that lead on to others, or back, are names of one entity.
func TestGraphAliases(t *testing.T) {
	file := filepath.Join(t.TempDir(), "graph.json")
	must.OK(t, os.WriteFile(file, []byte(`{"nodes":[{"id":"a","type":"entity","name":"Edvard Lund","aliases":["Tide Tables","Edvard Lund",""]},
{"id":"b","type":"entity","name":"Zorblax","aliases":["Edvard Lund"]},{"id":"c","type":"entity","name":"Tide Tables","aliases":["Zorblax"]}]}`), 0o600))
	dir, r := graphOf(t, file, nil)
	x := openBundle(t, dir).Engine().Index()
	lund, ok := x.Entities.Find("edvard lund")
	for _, name := range []string{"zorblax", "tide tables"} {
		id, known := x.Entities.Find(name)
		must.Be(t, ok && known && id == lund, "%s is entity %d, %v, want %d, %v", name, id, known, lund, ok)
	}
	must.Be(t, r.ByName == 3, "got %+v", r)
}

// A name in title case, with an article, is tied where the texts have its words without either.
func TestGraphArticles(t *testing.T) {
	file := must.File(t, "graph.json", `{"entities":[{"entity_name":"The Tidal Machine"},{"entity_name":"The Float Gauge"},{"entity_name":"The Keeper"}]}`)
	dir, r := graphOf(t, file, nil)
	x := openBundle(t, dir).Engine().Index()
	for key, chunks := range map[string]int{"tidal machine": 1, "float gauge": 10} {
		a, ok := x.Entities.Find("the " + key)
		b, known := x.Entities.Find(key)
		if n := len(x.EntityChunks.Append(nil, uint32(a))); !ok || !known || a != b || n != chunks {
			t.Errorf("the %s is entity %d, %v, in %d chunks; without the article it is %d, %v", key, a, ok, n, b, known)
		}
	}
	must.Be(t, r.ByName == 2 && len(r.Untied) == 1 && slices.Equal(r.Untied[0].Examples, []string{"The Keeper"}), "got %+v", r)
}
