package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mycel/builder"
	"mycel/builder/givengraph"
	"mycel/builder/ingest/document"
	"mycel/builder/llm"
	"mycel/builder/terms"
	"mycel/cmd/mycel/internal/terminal"
)

// maxLines is how many warnings or errors are listed; the others are only counted.
const maxLines = 10

// writeSummary writes one line about the bundle, after warnings that the author may not expect. If verbose, it
// lists every warning and writes the contents of the index, the links, and the duration of each phase.
func writeSummary(w io.Writer, r *builder.Report, verbose bool) {
	if verbose {
		writeWarnings(w, r.Warnings, len(r.Warnings))
	} else {
		writeWarnings(w, unintended(r.Warnings), maxLines)
	}
	writeNotices(w, r.Notices)
	writeGeneration(w, r.Generation)
	writeQuestions(w, r.Questions)
	writeExtractions(w, r.Extractions)
	writeGraph(w, r.Graph)
	if r.Faulty > 0 {
		fmt.Fprintf(w, "Left out %s that cannot be read; --strict makes that an error.\n", terminal.Quantity(r.Faulty, "page or line", "pages or lines"))
	}
	n := r.Counts
	if verbose {
		fmt.Fprintf(w, "Found %s, %s, %s, %s with %s between them, %s.\n", terminal.Quantity(n["chunks"], "chunk", "chunks"),
			terminal.Quantity(n["sentences"], "sentence", "sentences"), terminal.Quantity(n["terms"], "term", "terms"),
			terminal.Quantity(n["entities"], "entity", "entities"), terminal.Quantity(n["edges"], "edge", "edges"), terminal.Quantity(n["summaries"], "summary", "summaries"))
		writeLinks(w, r.Links)
		fmt.Fprintf(w, "Language %s, tokens of %s.\nTook %s.\n", r.Language, r.Tokenizer, durations(r.Phases))
	}
	seconds := 0.0
	for _, p := range r.Phases {
		seconds += p.Seconds
	}
	fmt.Fprintf(w, "Indexed %s with %s in %.1f s: %s of %s in %s.\n", terminal.Quantity(n["documents"], "page", "pages"),
		terminal.Quantity(n["sections"], "section", "sections"), seconds, terminal.Quantity(r.Files, "file", "files"), terminal.Bytes(r.Bytes), terminal.Printable(r.Output))
}

// writeLinks writes how many links between pages lead to a page, and examples of targets that are missing.
func writeLinks(w io.Writer, l *terms.Links) {
	if l == nil || l.Found+l.Lost == 0 {
		return
	}
	fmt.Fprintf(w, "Followed %s of %s between pages", terminal.Thousands(l.Found), terminal.Quantity(l.Found+l.Lost, "link", "links"))
	for i, t := range l.MostLost {
		sep := ", "
		if i == 0 {
			sep = "; no page is at "
		}
		fmt.Fprintf(w, "%s%s (%s)", sep, terminal.Printable(t.Address), terminal.Thousands(t.Links))
	}
	fmt.Fprintln(w, ".")
}

// writeGeneration writes the work of a language model, if there was any.
func writeGeneration(w io.Writer, g *llm.Generation) {
	if g == nil {
		return
	}
	writeCalls(w, g, terminal.Quantity(g.Written, "summary", "summaries"))
	if g.Fallbacks > 0 {
		fmt.Fprintf(w, "%s because its answer was unusable.\n", terminal.Quantity(g.Fallbacks, "summary stays an extract", "summaries stay extracts"))
	}
}

// writeCalls writes the number and the size of the requests to a model, and the texts that it wrote.
func writeCalls(w io.Writer, g *llm.Generation, written string) {
	fmt.Fprintf(w, "%s wrote %s: %s to it, %s free, %s in and %s out by its count.\n", terminal.Printable(g.Model), written,
		terminal.Quantity(g.Calls, "call", "calls"), terminal.Thousands(g.Cached), terminal.Quantity(g.InputTokens, "token", "tokens"), terminal.Thousands(g.OutputTokens))
}

// writeQuestions writes how many questions a language model wrote, if it wrote any.
func writeQuestions(w io.Writer, e *llm.Extraction) {
	if e != nil {
		writeExtraction(w, e, terminal.Quantity(e.Written, "question", "questions"), "the sections have no questions", "no question, or a question that its section does not support")
	}
}

// writeExtractions writes the work of a language model for systems.
func writeExtractions(w io.Writer, all []llm.Extraction) {
	for _, e := range all {
		writeExtraction(w, &e, terminal.Quantity(e.Written, "description", "descriptions")+" for "+e.System,
			"sentences describe their entities and chunks instead", "other names than the text has, or another form")
	}
}

// writeExtraction writes the work of a model, the consequence of unusable answers, and why lines are left out.
func writeExtraction(w io.Writer, e *llm.Extraction, written, consequence, why string) {
	writeCalls(w, &e.Generation, written)
	if e.Fallbacks > 0 {
		fmt.Fprintf(w, "%s unusable; %s.\n", terminal.Quantity(e.Fallbacks, "answer was", "answers were"), consequence)
	}
	if e.Dropped > 0 {
		fmt.Fprintf(w, "%s of answers left out: %s.\n", terminal.Quantity(e.Dropped, "line", "lines"), why)
	}
}

// writeGraph writes how much of a given graph belongs to the documents, and why the rest does not.
func writeGraph(w io.Writer, g *givengraph.Report) {
	if g == nil {
		return
	}
	fmt.Fprintf(w, "The graph of %s: %s of %s tied, %s by their names and %s by their sources; %s of %s, %s of them new.\n", g.Format,
		terminal.Thousands(g.ByName+g.BySource), terminal.Quantity(g.Entities, "entity", "entities"), terminal.Thousands(g.ByName), terminal.Thousands(g.BySource),
		terminal.Thousands(g.Related), terminal.Quantity(g.Relations, "relation", "relations"), terminal.Thousands(g.New))
	if g.Found < g.Sources {
		fmt.Fprintf(w, "%s of its %s are in the documents.\n", terminal.Thousands(g.Found), terminal.Quantity(g.Sources, "passage", "passages"))
	}
	plural := map[string]string{"entity": "entities", "relation": "relations"}
	for _, u := range g.Untied {
		fmt.Fprintf(w, "Not tied: %s, because %s, such as %s.\n", terminal.Quantity(u.Count, u.What, plural[u.What]), u.Why, terminal.Printable(strings.Join(u.Examples, "; ")))
	}
}

func durations(phases []builder.Phase) string {
	var parts []string
	for _, p := range phases {
		parts = append(parts, fmt.Sprintf("%.2f s for %s", p.Seconds, p.Name))
	}
	return strings.Join(parts, ", ")
}

// writeNotices writes notices about several pages. Pages that are left out are among the warnings.
func writeNotices(w io.Writer, notices []builder.Notice) {
	for _, n := range notices {
		if n.Kind == builder.NoticeSkipped || n.Kind == builder.NoticeFaulty {
			continue
		}
		more := ""
		if n.Count > len(n.First) {
			more = ", …"
		}
		fmt.Fprintf(w, "notice: %s: %s: %s%s\n", terminal.Quantity(n.Count, "page", "pages"), n.Message, terminal.Printable(strings.Join(n.First, ", ")), more)
	}
}

// unintended returns warnings without those about pages that the author or a setting left out on purpose.
func unintended(warnings []document.Warning) []document.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w document.Warning) bool { return w.Skipped && !w.Faulty })
}

// writeWarnings lists at most limit warnings, first those about lost text.
func writeWarnings(w io.Writer, warnings []document.Warning, limit int) {
	warnings = slices.Clone(warnings)
	slices.SortStableFunc(warnings, func(a, b document.Warning) int {
		switch {
		case a.Faulty == b.Faulty:
			return 0
		case a.Faulty:
			return -1
		}
		return 1
	})
	for _, it := range warnings[:min(len(warnings), limit)] {
		where := it.Path
		if it.Line > 0 {
			where += fmt.Sprintf(":%d", it.Line)
		}
		fmt.Fprintf(w, "warning: %s\n", terminal.Printable(where+": "+it.Message))
	}
	if more := len(warnings) - limit; more > 0 {
		fmt.Fprintf(w, "… and %s; --set verbose=true lists all\n", terminal.Quantity(more, "more warning", "more warnings"))
	}
}
