package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// text lays an inspection out for a person.
func (in *inspection) text() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s: bundle format %d, mycel %s, language %s, tokens of %s\n",
		printable(in.Path), in.Format, printable(in.Version), printable(in.Language), printable(in.Tokenizer))
	in.vectorsLine(&out)
	fmt.Fprintf(&out, "Modes: %s\n", strings.Join(in.Modes, ", "))
	in.countsTable(&out)
	in.diskTable(&out)
	in.indexTable(&out)
	in.hubsTable(&out)
	return out.Bytes()
}

func (in *inspection) vectorsLine(w io.Writer) {
	v := in.Vectors
	if v == nil {
		return
	}
	fmt.Fprintf(w, "Vectors: %s", printable(v.Model))
	if v.Dims > 0 {
		fmt.Fprintf(w, ", %d dimensions", v.Dims)
	}
	fmt.Fprintf(w, "; %d bits a chunk; queries: %s", v.Bits, v.Queries)
	if v.Words > 0 {
		fmt.Fprintf(w, " of %s", quantity(v.Words, "word", "words"))
	}
	fmt.Fprintln(w)
}

// table begins a table whose columns are aligned when it is flushed: numbers to
// the right, so each ends in a tab.
func table(w io.Writer, title string) *tabwriter.Writer {
	fmt.Fprintf(w, "\n%s\n", title)
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func (in *inspection) countsTable(w io.Writer) {
	t := table(w, "Counts")
	in.counts.Each(func(name string, n int) {
		if name == "summaries" {
			name = "summaries (tree nodes)"
		}
		fmt.Fprintf(t, "%s\t  %s\n", thousands(n), name)
	})
	t.Flush()
}

func (in *inspection) diskTable(w io.Writer) {
	d := in.Disk
	t := table(w, "On disk, bytes as stored")
	for _, row := range []struct {
		name  string
		bytes int64
	}{
		{"manifest", d.Manifest}, {"index", d.Index}, {"text", d.Text}, {"engine", d.Engine}, {"page and client", d.Page},
	} {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", thousands(int(row.bytes)), percent(row.bytes, d.Bytes), row.name)
	}
	fmt.Fprintf(t, "%s\t\t  in %s\n", thousands(int(d.Bytes)), quantity(d.Files, "file", "files"))
	t.Flush()
}

func (in *inspection) indexTable(w io.Writer) {
	t := table(w, "Index, bytes uncompressed")
	rows := append([]section{{"envelope", in.Index.Envelope}}, in.Index.Sections...)
	for _, s := range rows {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", thousands(s.Bytes), percent(int64(s.Bytes), int64(in.Index.Bytes)), printable(s.Name))
	}
	fmt.Fprintf(t, "%s\t\t  in all\n", thousands(in.Index.Bytes))
	t.Flush()
}

func (in *inspection) hubsTable(w io.Writer) {
	if len(in.Hubs) == 0 {
		return
	}
	t := table(w, "Biggest hubs")
	fmt.Fprintf(t, "neighbours\tchunks\tkind\t  entity\n")
	for _, h := range in.Hubs {
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s\n", thousands(h.Degree), thousands(h.Chunks), h.Kind, printable(h.Name))
	}
	t.Flush()
}

func percent(part, whole int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}
