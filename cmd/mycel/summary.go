package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mycel/builder"
	"mycel/builder/ingest/document"
	"mycel/builder/llm"
)

// maxLines is how many warnings or errors are listed before the rest is counted.
const maxLines = 10

// writeSummary tells a person what was built, with at most limit warnings.
func writeSummary(w io.Writer, r *builder.Report, limit int) {
	writeWarnings(w, r.Warnings, limit)
	writeNotices(w, r.Notices)
	n := r.Counts
	fmt.Fprintf(w, "Indexed %s: %s, %s, %s.\n", quantity(n["documents"], "document", "documents"),
		quantity(n["sections"], "section", "sections"), quantity(n["chunks"], "chunk", "chunks"), quantity(n["sentences"], "sentence", "sentences"))
	fmt.Fprintf(w, "Found %s, %s with %s between them, %s.\n", quantity(n["terms"], "term", "terms"),
		quantity(n["entities"], "entity", "entities"), quantity(n["edges"], "edge", "edges"), quantity(n["summaries"], "summary", "summaries"))
	writeGeneration(w, r.Generation)
	writeExtractions(w, r.Extractions)
	fmt.Fprintf(w, "Language %s, tokens of %s.\n", r.Language, r.Tokenizer)
	fmt.Fprintf(w, "Wrote %s to %s: %s%s.\n", quantity(r.Files, "file", "files"), printable(r.Output), bytesText(r.Bytes), ratio(r.Bytes, r.Source))
	writeReuse(w, r)
	if r.Faulty > 0 {
		fmt.Fprintf(w, "Left out %s that cannot be read; --strict makes that an error.\n", quantity(r.Faulty, "page or line", "pages or lines"))
	}
	fmt.Fprintf(w, "Took %s.\n", durations(r.Phases))
}

// writeReuse tells what was taken from the last build, and why not if it was not.
func writeReuse(w io.Writer, r *builder.Report) {
	if r.Reuse == nil {
		return
	}
	if r.Reuse.Problem != "" {
		fmt.Fprintf(w, "Cache %s ignored: %s.\n", printable(r.Reuse.Path), printable(r.Reuse.Problem))
	}
	if r.Reuse.Pages > 0 {
		fmt.Fprintf(w, "Took %s of %s from the cache of the last build.\n", thousands(r.Reuse.Pages), quantity(r.Counts["documents"], "document", "documents"))
	}
}

// writeGeneration tells what a language model did, if one did anything.
func writeGeneration(w io.Writer, g *llm.Generation) {
	if g == nil {
		return
	}
	fmt.Fprintf(w, "%s wrote %s: %s to it, %s free, %s in and %s out by its count.\n", printable(g.Model),
		quantity(g.Written, "summary", "summaries"), quantity(g.Calls, "call", "calls"), thousands(g.Cached),
		quantity(g.InputTokens, "token", "tokens"), thousands(g.OutputTokens))
	if g.Fallbacks > 0 {
		fmt.Fprintf(w, "%s because its answer was unusable.\n", quantity(g.Fallbacks, "summary stays an extract", "summaries stay extracts"))
	}
}

// writeExtractions tells what a language model did for systems.
func writeExtractions(w io.Writer, all []llm.Extraction) {
	for _, e := range all {
		fmt.Fprintf(w, "%s wrote %s for %s: %s to it, %s free, %s in and %s out by its count.\n", printable(e.Model),
			quantity(e.Written, "description", "descriptions"), e.System, quantity(e.Calls, "call", "calls"), thousands(e.Cached),
			quantity(e.InputTokens, "token", "tokens"), thousands(e.OutputTokens))
		if e.Fallbacks > 0 {
			fmt.Fprintf(w, "%s unusable; sentences describe their entities and chunks instead.\n", quantity(e.Fallbacks, "answer was", "answers were"))
		}
		if e.Dropped > 0 {
			fmt.Fprintf(w, "%s of answers left out: other names than the text has, or another form.\n", quantity(e.Dropped, "line", "lines"))
		}
	}
}

// ratio compares the size of a bundle with what it was made of. Beside few texts it is
// mostly engine, and their share says nothing.
func ratio(bundle, source int64) string {
	switch {
	case source == 0:
		return ""
	case bundle > source:
		return fmt.Sprintf(" from %s read", bytesText(source))
	}
	return fmt.Sprintf(", %.0f %% of %s read", 100*float64(bundle)/float64(source), bytesText(source))
}

func durations(phases []builder.Phase) string {
	var parts []string
	total := 0.0
	for _, p := range phases {
		parts = append(parts, fmt.Sprintf("%s %.2f s", p.Name, p.Seconds))
		total += p.Seconds
	}
	return fmt.Sprintf("%.2f s: %s", total, strings.Join(parts, ", "))
}

// writeNotices tells what pages have in common. Pages that are left out are among the
// warnings already.
func writeNotices(w io.Writer, notices []builder.Notice) {
	for _, n := range notices {
		if n.Kind == builder.NoticeSkipped || n.Kind == builder.NoticeFaulty {
			continue
		}
		more := ""
		if n.Count > len(n.First) {
			more = ", …"
		}
		fmt.Fprintf(w, "notice: %s: %s: %s%s\n", quantity(n.Count, "page", "pages"), n.Message, printable(strings.Join(n.First, ", ")), more)
	}
}

// writeWarnings lists warnings, at most limit. Those about text that is lost come first.
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
	for _, warning := range warnings[:min(len(warnings), limit)] {
		where := warning.Path
		if warning.Line > 0 {
			where += fmt.Sprintf(":%d", warning.Line)
		}
		fmt.Fprintf(w, "warning: %s\n", printable(where+": "+warning.Message))
	}
	if more := len(warnings) - limit; more > 0 {
		fmt.Fprintf(w, "… and %s; --verbose lists all\n", quantity(more, "more warning", "more warnings"))
	}
}
