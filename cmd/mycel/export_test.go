package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/givengraph"
	"mycel/cmd/mycel/internal/inspection"
	"mycel/internal/must"
)

// nodeLink is an exported graph in JSON.
type nodeLink struct {
	Directed   bool              `json:"directed"`
	Multigraph bool              `json:"multigraph"`
	Graph      struct{}          `json:"graph"`
	Nodes      []givengraph.Node `json:"nodes"`
	Edges      []givengraph.Edge `json:"edges"`
}

// graphOf exports the graph of a bundle as JSON, twice.
func graphOf(t *testing.T, dir string) *nodeLink {
	t.Helper()
	got := mycelRun(t, "export", dir).want(t, exitDone)
	must.Be(t, mycelRun(t, "export", dir, "--graph", "json").out == got.out, "two exports of a bundle differ")
	g := &nodeLink{}
	d := json.NewDecoder(strings.NewReader(got.out))
	d.DisallowUnknownFields()
	must.OK(t, d.Decode(g))
	return g
}

// counts counts the nodes of each type, and the edges between entities, as inspect names them.
func (g *nodeLink) counts() map[string]int {
	n := map[string]int{"documents": 0, "chunks": 0, "sentences": 0, "entities": 0, "summaries": 0, "edges": 0}
	names := map[string]string{"document": "documents", "chunk": "chunks", "sentence": "sentences", "entity": "entities", "summary": "summaries"}
	for _, node := range g.Nodes {
		n[names[node.Type]]++
	}
	for _, edge := range g.Edges {
		if edge.Type == "related" {
			n["edges"]++
		}
	}
	return n
}

// The awkward page has what a format must escape, near duplicates of names, and a long list.
const awkward = "# Nina <Bloom> & \"Sons\"\n\nNina Bloom met Otto Crane at the Harbour Mapping Service (HMS). The HMS paid Otto Crane & Nina Bloom <well>.\n\n" +
	"## Later\n\nOtto Crane left the Harbour Mapping Service. Nina Bloom stayed with the Harbour Mapping Service. \u007f\ufffe Nobody saw Otto Crane again.\n"

func exportBundle(t *testing.T, flags ...string) string {
	t.Helper()
	docs := map[string]string{"awkward.md": awkward, "long.md": "# The Harbour\n\n"}
	for i := range 60 {
		docs["long.md"] += fmt.Sprintf("Boat %d belongs to Otto Crane. In year %d Nina Bloom sold it. ", i, 1900+i)
	}
	for name, text := range gardenDocs {
		docs[name] = text
	}
	out := t.TempDir() + "/bundle"
	mycelRun(t, append([]string{"build", "--docs", must.Files(t, docs), "--output-path", out, "--chunk-tokens", "30", "--set", "chunk-overlap=15"}, flags...)...).want(t, exitDone)
	return out
}

// An exported graph has as many nodes and edges as inspect counts, of nodes that there are, and the
// weight of an edge is the number of its sentences. Each of them names both ends.
func TestExport(t *testing.T) {
	for _, flags := range [][]string{nil, {"--set", "no-tree=true"}} {
		dir := exportBundle(t, flags...)
		g := graphOf(t, dir)
		in := must.Get(inspection.Read(t.Context(), dir, ""))(t)
		must.Be(t, (flags == nil) == (in.Counts["summaries"] > 1), "%v: got %d summaries", flags, in.Counts["summaries"])
		for name, n := range g.counts() {
			must.Be(t, n == in.Counts[name], "%v: got %d %s, want %d", flags, n, name, in.Counts[name])
		}
		nodes, seen := map[string]givengraph.Node{}, map[[2]string]bool{}
		for _, n := range g.Nodes {
			if _, ok := nodes[n.ID]; ok {
				t.Errorf("two nodes are %s", n.ID)
			}
			nodes[n.ID] = n
		}
		found, parents, below := 0, map[string]int{}, map[string][]string{}
		for _, e := range g.Edges {
			source, ok := nodes[e.Source]
			target, there := nodes[e.Target]
			if pair := [2]string{min(e.Source, e.Target), max(e.Source, e.Target)}; !ok || !there || seen[pair] {
				t.Errorf("edge %+v: want one edge between two nodes", e)
			} else {
				seen[pair] = true
			}
			switch {
			case e.Type == "contains" && source.Type == "chunk":
				parents[e.Target]++
			case e.Type == "contains" && source.Type == "summary" && target.Type != "sentence":
				below[e.Source] = append(below[e.Source], e.Target)
			case e.Type == "related":
				if len(e.Sentences) != int(*e.Weight) {
					t.Errorf("%s and %s: %d sentences, weight %v", source.Name, target.Name, len(e.Sentences), *e.Weight)
				}
				for _, s := range e.Sentences {
					if says(nodes[s].Text, source) && says(nodes[s].Text, target) {
						found++
					} else {
						t.Errorf("%q does not name %q and %q", nodes[s].Text, source.Name, target.Name)
					}
				}
			}
		}
		for _, n := range g.Nodes {
			must.Be(t, n.Type != "sentence" || parents[n.ID] != 0, "no chunk has the sentence %q", n.Text)
		}
		checkTree(t, dir, below, in.Counts["summaries"])
		must.Be(t, found >= 8, "%d sentences name both ends of an edge, which tests little", found)
	}
}

// checkTree checks that the chunks below every summary, over the edges, are its leaves.
func checkTree(t *testing.T, dir string, below map[string][]string, summaries int) {
	t.Helper()
	b := opened(t, dir)
	must.OK(t, b.LoadAll(t.Context()))
	var leaves func(id string) []string
	leaves = func(id string) (list []string) {
		if id[0] == 'c' {
			return []string{id}
		}
		for _, child := range below[id] {
			list = append(list, leaves(child)...)
		}
		return list
	}
	tree := b.Engine().Index().Tree
	for i := range summaries {
		var want []string
		for first, end := tree.Leaves(tree.Node(i)); first < end; first++ {
			want = append(want, fmt.Sprint("c", first))
		}
		must.Equal(t, leaves(fmt.Sprint("t", i)), want, "summary %d has the chunks", i)
	}
}

// says reports whether a text has a name of an entity.
func says(text string, n givengraph.Node) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(append(n.Aliases, n.Name), func(name string) bool { return strings.Contains(text, strings.ToLower(name)) })
}

// GraphML is XML with the nodes and edges of the JSON, whatever the texts.
func TestExportGraphML(t *testing.T) {
	dir := exportBundle(t)
	got := mycelRun(t, "export", dir, "--graph", "graphml").want(t, exitDone)
	type data struct {
		Key   string `xml:"key,attr"`
		Value string `xml:",chardata"`
	}
	var x struct {
		Keys []struct {
			ID   string `xml:"id,attr"`
			Type string `xml:"attr.type,attr"`
		} `xml:"key"`
		Graph struct {
			Nodes []struct {
				ID   string `xml:"id,attr"`
				Data []data `xml:"data"`
			} `xml:"node"`
			Edges []struct {
				Source string `xml:"source,attr"`
				Target string `xml:"target,attr"`
				Data   []data `xml:"data"`
			} `xml:"edge"`
		} `xml:"graph"`
	}
	must.OK(t, xml.Unmarshal([]byte(got.out), &x))
	declared := map[string]bool{}
	for _, key := range x.Keys {
		declared[key.ID] = true
	}
	values := func(list []data) map[string]string {
		m := map[string]string{}
		for _, d := range list {
			must.Be(t, declared[d.Key], "the key %s is not declared", d.Key)
			m[d.Key] = d.Value
		}
		return m
	}
	g := graphOf(t, dir)
	if len(x.Graph.Nodes) != len(g.Nodes) || len(x.Graph.Edges) != len(g.Edges) {
		t.Fatalf("got %d nodes and %d edges, want %d and %d", len(x.Graph.Nodes), len(x.Graph.Edges), len(g.Nodes), len(g.Edges))
	}
	for i, n := range x.Graph.Nodes {
		want, m := g.Nodes[i], values(n.Data)
		if text := strings.ReplaceAll(want.Text, "\ufffe", "\ufffd"); n.ID != want.ID || m["type"] != want.Type || m["name"] != want.Name || m["kind"] != want.Kind || m["aliases"] != strings.Join(want.Aliases, "; ") || m["text"] != text || m["url"] != want.URL {
			t.Errorf("node %d: got %s %v, want %+v", i, n.ID, m, want)
		}
	}
	for i, e := range x.Graph.Edges {
		want, m := g.Edges[i], values(e.Data)
		weight := ""
		if want.Weight != nil {
			weight = fmt.Sprint(*want.Weight)
		}
		if e.Source != want.Source || e.Target != want.Target || m["relation"] != want.Type || m["weight"] != weight || m["sentences"] != strings.Join(want.Sentences, " ") {
			t.Errorf("edge %d: got %s-%s %v, want %+v", i, e.Source, e.Target, m, want)
		}
	}
}

func TestExportRefuses(t *testing.T) {
	mycelRun(t, "export").want(t, exitUsage, "which bundle?")
	mycelRun(t, "export", "https://example.org/mycel").want(t, exitUsage, "want the folder of a bundle")
	mycelRun(t, "export", gardenBundle(t), "--graph", "dot").want(t, exitUsage, "json, graphml")
	mycelRun(t, "export", t.TempDir()).want(t, exitFailed, "is not a bundle")
}

// An exported graph gives the same bundle back, and a description and a kind that somebody adds reach the contexts.
func TestExportRoundTrip(t *testing.T) {
	docs := maps.Clone(gardenDocs)
	docs["awkward.md"] = awkward
	sources := must.Files(t, docs)
	file := filepath.Join(t.TempDir(), "graph.json")
	build := func(flags ...string) (string, string) {
		out := t.TempDir() + "/bundle"
		mycelRun(t, append([]string{"build", "--docs", sources, "--output-path", out, "--no-runtime", "--with", "all", "--vectors", "--set", "chunk-tokens=30"}, flags...)...).want(t, exitDone)
		got := mycelRun(t, "export", out).want(t, exitDone)
		return out, got.out
	}
	plain, graph := build()
	write := func(text string) {
		t.Helper()
		must.OK(t, os.WriteFile(file, []byte(text), 0o600))
	}
	write(graph)
	again, second := build("--graph", file)
	must.Be(t, second == graph && maps.Equal(must.Tree(t, plain), must.Tree(t, again)), "the exported graph gives another bundle")
	edited := strings.Replace(graph, `"name":"Otto Crane","kind":"name"`, `"name":"Otto Crane","kind":"captain","description":"Sails the boats of the harbour."`, 1)
	must.Hold(t, edited != graph, "no node to edit in %s", graph)
	write(edited)
	with, third := build("--graph", file)
	if !strings.Contains(third, `"kind":"captain","description":"Sails the boats of the harbour.","chunk":"c`) {
		t.Error("the next export lacks the description")
	}
	got := mycelRun(t, "query", "--bundle", with, "--mode", "ket", "--evidence", "Otto Crane")
	if got.want(t, exitDone); !strings.Contains(got.out, "captain: Sails the boats of the harbour.") {
		t.Errorf("the description is not in\n%s", got.out)
	}
}

// What a graph made elsewhere says is exported: types, descriptions, weights and places. A build from the export has the
// same files, so that the next export is the same, too.
func TestExportGivenGraph(t *testing.T) {
	for file, want := range map[string][]string{
		"lightrag.json":  {`"kind":"instrument"`, `"description":"Harmonic analysis of readings. Done by hand before the tidal machine."`, `"description":"Edvard Lund designed the float gauge."`},
		"graphrag.jsonl": {`"kind":"PART"`, `"weight":9,"description":"Edvard Lund drew the stilling well for his gauge."`, `"chunk":"c`},
	} {
		build := func(graph string) (string, string) {
			out := t.TempDir() + "/bundle"
			mycelRun(t, "build", "--docs", "../../builder/testdata/handbook", "--output-path", out, "--no-runtime", "--with", "all", "--set", "chunk-tokens=40", "--graph", graph).want(t, exitDone)
			return out, mycelRun(t, "export", out).want(t, exitDone).out
		}
		first, graph := build("../../examples/graph/" + file)
		for _, text := range want {
			must.Be(t, strings.Contains(graph, text), "%s: the export lacks %s", file, text)
		}
		again := filepath.Join(t.TempDir(), "graph.json")
		must.OK(t, os.WriteFile(again, []byte(graph), 0o600))
		second, same := build(again)
		must.Be(t, same == graph && maps.Equal(must.Tree(t, first), must.Tree(t, second)), "%s: the exported graph gives another bundle", file)
		must.OK(t, os.WriteFile(filepath.Join(second, givengraph.DataName), []byte(`[{"a":"x"}]`), 0o600))
		mycelRun(t, "export", second).want(t, exitFailed, givengraph.DataName+": a: got a JSON string")
	}
}
