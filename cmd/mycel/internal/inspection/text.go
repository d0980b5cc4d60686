package inspection

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"mycel/cmd/mycel/internal/terminal"
)

// Text returns an inspection as text for a person.
func (in *Inspection) Text() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s: bundle format %d, mycel %s, language %s, tokens of %s\n",
		terminal.Printable(in.Path), in.Format, terminal.Printable(in.Version), terminal.Printable(in.Language), terminal.Printable(in.Tokenizer))
	in.vectorsLine(&out)
	fmt.Fprintf(&out, "Modes: %s\n", strings.Join(in.Modes, ", "))
	if v := in.Verified; v != nil {
		fmt.Fprintf(&out, "Verified: %s, %s, %s\n", terminal.Quantity(v.Files, "file", "files"), terminal.Quantity(v.Parts, "part", "parts"), terminal.Quantity(v.Questions, "question", "questions"))
	}
	in.countsTable(&out)
	in.diskTable(&out)
	in.indexTable(&out)
	in.hubsTable(&out)
	if in.Queries != nil {
		in.Queries.table(&out)
	}
	return out.Bytes()
}

func (in *Inspection) vectorsLine(w io.Writer) {
	v := in.Vectors
	if v == nil {
		return
	}
	fmt.Fprintf(w, "Vectors: %s", terminal.Printable(v.Model))
	if v.Dims > 0 {
		fmt.Fprintf(w, ", %d dimensions", v.Dims)
	}
	fmt.Fprintf(w, "; %d bits a chunk\n", v.Bits)
}

// table returns a table that flushing aligns to the right. Every cell must end in a tab.
func table(w io.Writer, title string) *tabwriter.Writer {
	fmt.Fprintf(w, "\n%s\n", title)
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func (in *Inspection) countsTable(w io.Writer) {
	t := table(w, "Counts")
	in.counts.Each(func(name string, n int) {
		if name == "summaries" {
			name = "summaries (tree nodes)"
		}
		fmt.Fprintf(t, "%s\t  %s\n", terminal.Thousands(n), name)
	})
	t.Flush()
}

func (in *Inspection) diskTable(w io.Writer) {
	d := in.Disk
	t := table(w, "On disk, bytes as stored")
	for _, row := range []struct {
		name  string
		bytes int64
	}{
		{"manifest", d.Manifest}, {"core of the index", d.Core}, {"list of packs", d.List}, {"parts of the index", d.Parts}, {"text", d.Text}, {"engine", d.Engine}, {"page and client", d.Page},
	} {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", terminal.Thousands(int(row.bytes)), percent(row.bytes, d.Bytes), row.name)
	}
	fmt.Fprintf(t, "%s\t\t  in %s\n", terminal.Thousands(int(d.Bytes)), terminal.Quantity(d.Files, "file", "files"))
	t.Flush()
}

func (in *Inspection) indexTable(w io.Writer) {
	t := table(w, "Index, bytes uncompressed")
	row := func(name string, bytes int) {
		fmt.Fprintf(t, "%s\t%s\t  %s\n", terminal.Thousands(bytes), percent(int64(bytes), int64(in.Index.Bytes)), terminal.Printable(name))
	}
	row("core: envelope", in.Index.Envelope)
	for _, s := range in.Index.Sections {
		row("core: "+s.Name, s.Bytes)
	}
	for _, f := range in.Index.Parts {
		count := terminal.Quantity(f.Files, "part", "parts")
		row(fmt.Sprintf("%s: envelope; %s, %s bytes stored", f.Name, count, terminal.Thousands(int(f.Stored))), f.Envelope)
		for _, s := range f.Sections {
			row(f.Name+": "+s.Name, s.Bytes)
		}
	}
	fmt.Fprintf(t, "%s\t\t  in all\n", terminal.Thousands(in.Index.Bytes))
	t.Flush()
}

func (in *Inspection) hubsTable(w io.Writer) {
	if len(in.Hubs) == 0 {
		return
	}
	t := table(w, "Biggest hubs")
	fmt.Fprintf(t, "neighbours\tchunks\tkind\t  entity\n")
	for _, h := range in.Hubs {
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s\n", terminal.Thousands(h.Degree), terminal.Thousands(h.Chunks), h.Kind, terminal.Printable(h.Name))
	}
	t.Flush()
}

func percent(part, whole int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
}
