package graphfile

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Formats are the names of the formats, the default first.
var Formats = []string{"json", "graphml"}

var writers = map[string]func(io.Writer) writer{
	"json":    func(out io.Writer) writer { return &jsonWriter{out: out} },
	"graphml": func(out io.Writer) writer { return &graphML{out: out} },
}

// writer writes a graph: begin, its nodes, edges, then its edges, and end.
type writer interface {
	begin() error
	node(Node) error
	edges() error
	edge(Edge) error
	end() error
}

// jsonWriter writes the node-link form of networkx, a node or an edge a line.
type jsonWriter struct {
	out io.Writer
	any bool // whether the list has an element
}

func (w *jsonWriter) begin() error {
	_, err := io.WriteString(w.out, `{"directed":false,"multigraph":false,"graph":{},"nodes":[`)
	return err
}

func (w *jsonWriter) node(n Node) error { return w.element(n) }

func (w *jsonWriter) edges() error {
	w.any = false
	_, err := io.WriteString(w.out, "\n],\"edges\":[")
	return err
}

func (w *jsonWriter) edge(e Edge) error { return w.element(e) }

func (w *jsonWriter) end() error {
	_, err := io.WriteString(w.out, "\n]}\n")
	return err
}

func (w *jsonWriter) element(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	before := "\n"
	if w.any {
		before = ",\n"
	}
	w.any = true
	_, err = io.WriteString(w.out, before+string(text))
	return err
}

// graphML writes GraphML (graphml.graphdrawing.org). It has no lists: aliases have "; " between them,
// IDs of sentences a space. Characters that XML cannot have become U+FFFD.
type graphML struct{ out io.Writer }

// Attributes of nodes and edges.
var (
	nodeKeys = []string{"type", "name", "kind", "aliases", "source", "url", "level", "text"}
	edgeKeys = []string{"relation", "weight", "sentences"}
)

func (w *graphML) begin() error {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	for _, of := range []struct {
		element string
		keys    []string
	}{{"node", nodeKeys}, {"edge", edgeKeys}} {
		for _, key := range of.keys {
			kind := "string"
			if key == "level" || key == "weight" {
				kind = "int"
			}
			fmt.Fprintf(&b, `<key id="%s" for="%s" attr.name="%s" attr.type="%s"/>`+"\n", key, of.element, key, kind)
		}
	}
	b.WriteString(`<graph edgedefault="undirected">` + "\n")
	_, err := w.out.Write(b.Bytes())
	return err
}

func (w *graphML) node(n Node) error {
	return w.element("node", fmt.Sprintf(`id="%s"`, n.ID), nodeKeys, []string{n.Type, n.Name, n.Kind, strings.Join(n.Aliases, "; "), n.Source, n.URL, number(n.Level), n.Text})
}

func (w *graphML) edges() error { return nil }

func (w *graphML) edge(e Edge) error {
	return w.element("edge", fmt.Sprintf(`source="%s" target="%s"`, e.Source, e.Target), edgeKeys, []string{e.Type, number(e.Weight), strings.Join(e.Sentences, " ")})
}

func (w *graphML) end() error {
	_, err := io.WriteString(w.out, "</graph>\n</graphml>\n")
	return err
}

// number is "" for 0, which stands for no number.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (w *graphML) element(name, attributes string, keys, values []string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<%s %s>", name, attributes)
	for i, value := range values {
		if value == "" {
			continue
		}
		fmt.Fprintf(&b, `<data key="%s">`, keys[i])
		if err := xml.EscapeText(&b, []byte(value)); err != nil {
			return err
		}
		b.WriteString("</data>")
	}
	fmt.Fprintf(&b, "</%s>\n", name)
	_, err := w.out.Write(b.Bytes())
	return err
}
