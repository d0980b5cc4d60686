package givengraph

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Each format gives the same graph.
func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ format, file string }{
		"export": {Export, `{"directed":false,"nodes":[
{"id":"d0","type":"document","source":"a.md"},{"id":"c0","type":"chunk"},{"id":"c1","type":"chunk"},
{"id":"s0","type":"sentence","text":"One. "},{"id":"s1","type":"sentence","text":"Two."},{"id":"s2","type":"sentence","text":"Three."},
{"id":"e0","type":"entity","name":"Ada","kind":"person","aliases":["countess"],"description":"Wrote."},{"id":"e1","type":"entity","name":"Engine","kind":"name"}],
"edges":[{"source":"d0","target":"c0","type":"contains"},{"source":"c0","target":"s0","type":"contains"},{"source":"c0","target":"s1","type":"contains"},
{"source":"d0","target":"c1","type":"contains"},{"source":"c1","target":"s2","type":"contains"},
{"source":"c0","target":"e0","type":"mentions"},{"source":"c1","target":"e1","type":"mentions"},
{"source":"e1","target":"e0","type":"related","weight":2,"description":"Programmed it."}]}`},
		"LightRAG": {LightRAG, "\ufeff" + `{"entities":[{"entity_name":" Ada ","entity_type":"UNKNOWN","description":"","source_id":"x"},
{"entity_name":"ADA","entity_type":"person","description":"Wrote.","source_id":"x<SEP>y","file_path":"custom_kg"},
{"entity_name":"Engine","source_id":"gone<SEP>UNKNOWN"}],
"relationships":[{"src_id":"Engine","tgt_id":"Ada","description":"","keywords":"Programmed it.","weight":1.2,"source_id":"x"},{"src_id":"Ada","tgt_id":"Engine"},{"src_id":"Ada","tgt_id":"ada"}],
"chunks":[{"source_id":"x","content":"One. Two."},{"source_id":"y","content":"Three.","file_path":"a.md"},{"source_id":"x","content":"again"}]}`},
		"GraphRAG": {GraphRAG, `{"title":"Ada","type":null,"description":"Wrote.","text_unit_ids":["x"]}

{"source":"Engine","target":"Ada","description":"Programmed it.","weight":null,"text_unit_ids":null}
{"source":"Ada","target":"Engine","description":"Programmed it.","weight":1}
{"name":"Ada","type":"person"}
{"id":"x","text":"One. Two.","document_ids":["a.md"]}
{"id":1000000,"text":"Three."}
{"title":"Engine","text_unit_ids":["1000000","1000000"]}
{"id":"d","title":"A document is named, and is an entity"}`},
	} {
		g, err := Read([]byte(c.file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ada := g.Entities[0]
		if g.Format != c.format || ada.Name != "Ada" || ada.Type != "person" || !reflect.DeepEqual(ada.Texts, []string{"Wrote."}) || ada.Passages[0] != 0 {
			t.Errorf("%s: got %s %+v", name, g.Format, ada)
		}
		if e := g.Entities[1]; e.Name != "Engine" || e.Type != "" || (name == "LightRAG") != reflect.DeepEqual(e.Places, []string{"gone"}) || (name == "LightRAG") == reflect.DeepEqual(e.Passages, []int{1}) {
			t.Errorf("%s: got %+v", name, e)
		}
		if l := g.Relations; len(l) != 1 || l[0].A != 0 || l[0].B != 1 || l[0].Weight != 2 || !reflect.DeepEqual(l[0].Texts, []string{"Programmed it."}) {
			t.Errorf("%s: got the relations %+v", name, l)
		}
		p := g.Passages
		must.Be(t, len(p) == 2 && p[0].Text == "One. Two." && p[1].Text == "Three.", "%s: got the passages %+v", name, p)
		loops := len(g.Loops)
		must.Be(t, loops > 0 == (name == "LightRAG"), "%s: %d loops", name, loops)
	}
}

// An entity of very many rows is read in time: it has each source once, and no more texts than are shown.
func TestReadManyRows(t *testing.T) {
	var rows strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&rows, "{\"title\":\"Ada\",\"description\":\"text %d\",\"text_unit_ids\":[\"x%d\"]}\n", i, i%1000)
	}
	g := must.Get(Read([]byte(rows.String())))(t)
	e := g.Entities[0]
	must.Be(t, len(e.Texts) <= 300 && len(e.Places) == 1000 && e.Places[1] == "x1", "%d texts, %d sources", len(e.Texts), len(e.Places))
}

// A beginning that very many passages share does not tell them apart.
func TestCommonRuns(t *testing.T) {
	g := &Graph{}
	for i := range mostAlike + 1 {
		own := strings.ReplaceAll("a# b# c# d# e# f#", "#", fmt.Sprint(i))
		g.Passages = append(g.Passages, Passage{Number: -1, Text: "Each of the chapters of this long book begins with the same line: " + own})
	}
	got := findPlaces(g, nil).textsOf(g.Passages[7].Text)
	must.Be(t, reflect.DeepEqual(got, []int{7}), "%d passages are found, want one", len(got))
}

// Files that are no graph are refused, with the place of the fault.
func TestReadRefuses(t *testing.T) {
	for file, want := range map[string]string{
		``:                                  "got no entity",
		`[]`:                                "line 1: got a JSON array, want an object",
		"{}":                                "line 1: got none of title",
		"{}\n{":                             "line 2: unexpected end of JSON input",
		"{\"title\":\"A\"}\n{\"title\":":    "line 2: unexpected end of JSON input",
		`{"title":"A","type":7}`:            "line 1: type: got a JSON number, want a string",
		`{"title":"--"}`:                    `line 1: title: got the name "--", want a name with a letter or a digit`,
		`{"source":"A","target":""}`:        `line 1: source and target: got the name ""`,
		`{"title":"A","text_unit_ids":"x"}`: "line 1: text_unit_ids: got a JSON string, want an array",
		"{\n \"entities\": [\n":             "line 3: unexpected end of JSON input",
		"{\n \"entities\": [\n}]}":          "line 3: invalid character '}'",
		`{"nodes":[],"entities":[]}`:        "got nodes beside entities",
		`{"entities":{}}`:                   "entities: got a JSON object, want an array",
		`{"entities":[{"entity_name":"A"},{"entity_type":"x"}]}`:                     `entities[1]: entity_name: got the name ""`,
		`{"entities":[{"entity_name":"A","source_id":3}]}`:                           "entities[0]: source_id: got a JSON number, want a string",
		`{"entities":[],"relationships":[{"src_id":"A"}]}`:                           `relationships[0]: src_id and tgt_id: got the name ""`,
		`{"entities":[{"entity_name":"A"}],"chunks":[{}]}`:                           "chunks[0]: got no source_id",
		`{"nodes":[{"type":"entity"}]}`:                                              "nodes[0]: got no id",
		`{"nodes":[{"id":"e0","type":"entity"}]}`:                                    `nodes[0]: name: got the name ""`,
		`{"nodes":[{"id":"e0"},{"id":"e0"}]}`:                                        `nodes[1]: id: got "e0" twice`,
		`{"nodes":[{"id":"e0","type":"entity","name":"A"}],"edges":[{}]}`:            `edges[0]: got the node "", want one of nodes`,
		`{"nodes":[{"id":"e0","type":"entity","name":"A"}],"links":[{"weight":""}]}`: "links[0]: weight: got a JSON string, want a number",
		`{"nodes":[{"id":"d0","type":"document"}],"edges":[]}`:                       "got no entity",
	} {
		must.Say(t, must.Err(Read([]byte(file))), want, "%s", file)
	}
	name := must.File(t, "graph.json", "{")
	_, err := ReadFile(name)
	must.Be(t, err != nil && strings.HasPrefix(err.Error(), name+": line 1: "), "got %v", err)
}

// No bytes make the reader panic.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"lightrag.json", "graphrag.jsonl"} {
		raw := must.Get(os.ReadFile("../../examples/graph/" + name))(f)
		f.Add(raw)
	}
	f.Add([]byte(`{"nodes":[{"id":"e0","type":"entity","name":"A"},{"id":"c0","type":"chunk"}],"edges":[{"source":"c0","target":"e0","type":"mentions"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		g, err := Read(raw)
		if err != nil {
			return
		}
		for _, l := range g.Relations {
			must.Be(t, l.A < l.B && l.B < len(g.Entities) && l.Weight >= 1, "relation %+v of %d entities", l, len(g.Entities))
		}
	})
}
