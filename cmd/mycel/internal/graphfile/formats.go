package graphfile

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"mycel/builder/givengraph"
)

// Formats are the names of the formats, the default first.
var Formats = []string{"json", "graphml"}

var writers = map[string]func(*bufio.Writer) writer{
	"json":    func(out *bufio.Writer) writer { return &jsonWriter{out: out} },
	"graphml": func(out *bufio.Writer) writer { return &graphML{out} },
}

// writer writes a graph. Its methods are called in the order: begin, node, edges, edge, end. The buffer keeps the first
// error.
type writer interface {
	begin()
	node(givengraph.Node)
	edges()
	edge(givengraph.Edge)
	end()
}

// jsonWriter writes the node-link form of networkx, a node or an edge a line.
type jsonWriter struct {
	out *bufio.Writer
	any bool // whether an element has been written
}

func (w *jsonWriter) begin() {
	w.out.WriteString(`{"directed":false,"multigraph":false,"graph":{},"nodes":[`)
}

func (w *jsonWriter) node(n givengraph.Node) { w.element(n) }

func (w *jsonWriter) edges() {
	w.any = false
	w.out.WriteString("\n],\"edges\":[")
}

func (w *jsonWriter) edge(e givengraph.Edge) { w.element(e) }

func (w *jsonWriter) end() { w.out.WriteString("\n]}\n") }

func (w *jsonWriter) element(v any) {
	if w.any {
		w.out.WriteByte(',')
	}
	w.any = true
	text, _ := json.Marshal(v) // it cannot fail: v has only strings and numbers
	w.out.WriteByte('\n')
	w.out.Write(text)
}

// graphML writes GraphML (graphml.graphdrawing.org). It has no lists: aliases are separated by "; ",
// IDs of sentences by a space. Characters that XML does not allow become U+FFFD.
type graphML struct{ out *bufio.Writer }

// Attributes of nodes and edges.
var (
	nodeKeys = []string{"type", "name", "kind", "aliases", "source", "url", "level", "text", "description"}
	edgeKeys = []string{"relation", "weight", "sentences", "description"}
)

func (w *graphML) begin() {
	w.out.WriteString(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	for _, of := range []struct {
		element string
		keys    []string
	}{{"node", nodeKeys}, {"edge", edgeKeys}} {
		for _, key := range of.keys {
			kind := "string"
			if key == "level" || key == "weight" {
				kind = "int"
			}
			fmt.Fprintf(w.out, `<key id="%s" for="%s" attr.name="%s" attr.type="%s"/>`+"\n", key, of.element, key, kind)
		}
	}
	w.out.WriteString(`<graph edgedefault="undirected">` + "\n")
}

func (w *graphML) node(n givengraph.Node) {
	level := ""
	if n.Level > 0 {
		level = strconv.Itoa(n.Level)
	}
	w.element("node", fmt.Sprintf(`id="%s"`, n.ID), nodeKeys, []string{n.Type, n.Name, n.Kind, strings.Join(n.Aliases, "; "), n.Source, n.URL, level, n.Text, n.Description})
}

func (w *graphML) edges() {}

func (w *graphML) edge(e givengraph.Edge) {
	weight := ""
	if e.Weight != nil {
		weight = strconv.Itoa(int(*e.Weight))
	}
	w.element("edge", fmt.Sprintf(`source="%s" target="%s"`, e.Source, e.Target), edgeKeys, []string{e.Type, weight, strings.Join(e.Sentences, " "), e.Description})
}

func (w *graphML) end() { w.out.WriteString("</graph>\n</graphml>\n") }

func (w *graphML) element(name, attributes string, keys, values []string) {
	fmt.Fprintf(w.out, "<%s %s>", name, attributes)
	for i, value := range values {
		if value == "" {
			continue
		}
		fmt.Fprintf(w.out, `<data key="%s">`, keys[i])
		_ = xml.EscapeText(w.out, []byte(value))
		w.out.WriteString("</data>")
	}
	fmt.Fprintf(w.out, "</%s>\n", name)
}
