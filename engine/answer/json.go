package answer

import (
	"strconv"
	"unicode/utf8"

	"mycel/engine/excerpt"
	"mycel/engine/internal/decimal"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/query"
)

// AppendJSON appends the result as JSON, the form in which it leaves the engine: pages and scripts read the same.
// Offsets are converted from bytes to UTF-16 code units, which is how JavaScript counts. It is written by hand because
// encoding/json would be a sixth of the download.
func (r *Result) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.key("query").str(r.Query)
	w.analysis(r)
	w.missing(r.Missing, r.Waiting)
	w.objects("hits", len(r.Hits), func(i int) { w.hit(&r.Hits[i]) })
	w.counts(r.Filters)
	if r.Best > 0 {
		w.key("best").float(r.Best)
	}
	if len(r.Bundles) > 0 {
		w.key("shared").str(r.Shared)
		w.key("bundles").open('[')
		for _, b := range r.Bundles {
			w.item().num(int(b.ID))
			w.item().float(b.Score)
		}
		w.close(']')
	}
	w.stats(r.Stats)
	if t := r.Timings; t != nil {
		w.key("timings").open('{')
		w.key("seeding").float(milliseconds(t.Seeding))
		w.key("walking").float(milliseconds(t.Walking))
		w.close('}')
	}
	w.close('}')
	return w.dst
}

// missing writes the missing parts, and whether there is no answer without them. It writes nothing if no part is
// missing.
func (w *jsonWriter) missing(list []parts.ID, waiting bool) {
	if len(list) == 0 {
		return
	}
	w.key("missing").open('[')
	for _, id := range list {
		w.item().num(int(id))
	}
	w.close(']')
	if waiting {
		w.key("waiting").boolean(true)
	}
}

// analysis writes the reading of the query, and the mode that answered it.
func (w *jsonWriter) analysis(r *Result) {
	w.key("mode").str(r.Mode)
	w.key("reason").str(r.Reason)
	if r.Cut {
		w.key("cut").boolean(true)
	}
	w.optional("didYouMean", r.DidYouMean)
	w.objects("terms", len(r.Terms), func(i int) {
		t := &r.Terms[i]
		w.key("word").str(t.Word)
		w.span(r.Query, t.Span)
		w.key("known").boolean(t.Known)
		w.key("stop").boolean(t.Stop)
		if t.Read != query.Unread {
			w.key("read").str(string(t.Read))
		}
		if len(t.As) > 0 {
			w.key("as").strs(t.As)
		}
		if t.Excluded {
			w.key("excluded").boolean(true)
		}
		if t.Chunks > 0 {
			w.key("chunks").num(t.Chunks)
		}
	})
	w.objects("entities", len(r.Entities), func(i int) {
		e := &r.Entities[i]
		w.key("name").str(e.Name)
		w.span(r.Query, e.Span)
		w.key("chunks").num(e.Chunks)
	})
	w.reasons("notes", r.Notes)
}

func (w *jsonWriter) stats(s method.Stats) {
	w.key("stats").open('{')
	w.key("postings").num(s.Postings)
	w.key("edges").num(s.Edges)
	w.key("chunks").num(s.Chunks)
	w.close('}')
}

func milliseconds(nanoseconds int64) float32 { return float32(nanoseconds) / 1e6 }

func (w *jsonWriter) hit(h *Hit) {
	w.key("document").str(h.Document)
	w.key("title").str(h.Title)
	w.key("heading").str(h.Heading)
	w.key("breadcrumb").strs(h.Breadcrumb)
	w.key("url").str(h.URL)
	w.key("anchor").str(h.Anchor)
	w.key("section").num(int(h.Section))
	w.key("chunk").num(int(h.Chunk))
	w.key("score").float(h.Score)
	w.key("titleMatches").spans(h.Title, h.TitleMatches)
	w.key("headingMatches").spans(h.Heading, h.HeadingMatches)
	w.excerpt(h.Excerpt)
	w.meta(h.Meta)
	w.alsoIn(h)
	w.nested(h.Nested)
	w.why(&h.Why)
}

// optional writes a key with a text, and nothing for an empty text.
func (w *jsonWriter) optional(key, text string) {
	if text != "" {
		w.key(key).str(text)
	}
}

// excerpt writes an excerpt; it writes nothing while the text is missing.
func (w *jsonWriter) excerpt(x *excerpt.Excerpt) {
	if x == nil {
		return
	}
	w.key("excerpt").open('{')
	w.key("text").str(x.Text)
	w.key("matches").spans(x.Text, x.Matches)
	if len(x.Code) > 0 {
		w.key("code").spans(x.Text, x.Code)
	}
	w.key("cutStart").boolean(x.CutStart)
	w.key("cutEnd").boolean(x.CutEnd)
	w.close('}')
}

// nested writes the sections below a hit, if there are any.
func (w *jsonWriter) nested(list []Nested) {
	if len(list) == 0 {
		return
	}
	w.objects("nested", len(list), func(i int) {
		n := &list[i]
		w.key("heading").str(n.Heading)
		w.key("url").str(n.URL)
		w.key("anchor").str(n.Anchor)
		w.key("section").num(int(n.Section))
		w.key("chunk").num(int(n.Chunk))
		w.key("score").float(n.Score)
		w.key("headingMatches").spans(n.Heading, n.HeadingMatches)
		w.excerpt(n.Excerpt)
	})
}

// alsoIn writes the other places of a hit's text, if there are any.
func (w *jsonWriter) alsoIn(h *Hit) {
	if len(h.AlsoIn) == 0 {
		return
	}
	w.optional("version", h.Version)
	w.objects("alsoIn", len(h.AlsoIn), func(i int) {
		w.source(&h.AlsoIn[i].Source)
		w.optional("version", h.AlsoIn[i].Version)
	})
}

func (w *jsonWriter) why(why *Why) {
	w.key("why").open('{')
	if why.Exact != "" {
		w.key("exact").str(string(why.Exact))
	}
	w.key("source").str(string(why.Source))
	w.key("terms").nums(why.Terms)
	w.objects("entities", len(why.Entities), func(i int) {
		w.key("entity").num(why.Entities[i].Entity)
		w.key("count").num(why.Entities[i].Count)
	})
	w.reasons("reasons", why.Reasons)
	w.close('}')
}

// AppendErrorJSON appends an error in the form that leaves the engine.
func AppendErrorJSON(dst []byte, code, message string) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.key("code").str(code)
	w.key("message").str(message)
	w.close('}')
	return w.dst
}

// jsonWriter appends JSON. It writes a comma unless the last byte opens an array or object.
//
// Its methods are kept out of line: inlined into the two functions above they made 100 KB of the browser's engine.
type jsonWriter struct{ dst []byte }

//go:noinline
func (w *jsonWriter) open(c byte) { w.dst = append(w.dst, c) }

//go:noinline
func (w *jsonWriter) close(c byte) { w.dst = append(w.dst, c) }

// item begins an element of an array or object.
//
//go:noinline
func (w *jsonWriter) item() *jsonWriter {
	if last := w.dst[len(w.dst)-1]; last != '[' && last != '{' {
		w.dst = append(w.dst, ',')
	}
	return w
}

// key begins a member; keys are plain ASCII.
//
//go:noinline
func (w *jsonWriter) key(k string) *jsonWriter {
	w.item()
	w.dst = append(w.dst, '"')
	w.dst = append(w.dst, k...)
	w.dst = append(w.dst, '"', ':')
	return w
}

//go:noinline
func (w *jsonWriter) num(n int) { w.dst = strconv.AppendInt(w.dst, int64(n), 10) }

//go:noinline
func (w *jsonWriter) float(f float32) { w.dst = decimal.Append(w.dst, f) }

//go:noinline
func (w *jsonWriter) boolean(b bool) { w.dst = strconv.AppendBool(w.dst, b) }

// objects writes a member with n objects; write writes the members of object i.
func (w *jsonWriter) objects(key string, n int, write func(i int)) {
	w.key(key).open('[')
	for i := range n {
		w.item().open('{')
		write(i)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) strs(a []string) {
	w.open('[')
	for _, s := range a {
		w.item().str(s)
	}
	w.close(']')
}

func (w *jsonWriter) nums(a []int) {
	w.open('[')
	for _, n := range a {
		w.item().num(n)
	}
	w.close(']')
}

// span writes start and end members for a range of s.
func (w *jsonWriter) span(s string, sp model.Span) {
	start := utf16Len(s[:sp.Start])
	w.key("start").num(start)
	w.key("end").num(start + utf16Len(s[sp.Start:sp.End]))
}

// spans writes ascending ranges of s as pairs.
func (w *jsonWriter) spans(s string, spans []model.Span) {
	w.open('[')
	at, n := uint32(0), 0
	for _, sp := range spans {
		n += utf16Len(s[at:sp.Start])
		w.item().open('[')
		w.num(n)
		n += utf16Len(s[sp.Start:sp.End])
		w.item().num(n)
		w.close(']')
		at = sp.End
	}
	w.close(']')
}

// utf16Len returns the length of s in UTF-16 code units. An invalid byte counts as one: it is written as U+FFFD.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

const hex = "0123456789abcdef"

func (w *jsonWriter) str(s string) {
	w.dst = append(w.dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			w.dst = utf8.AppendRune(w.dst, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			w.dst = append(w.dst, '\\', c)
		case c == '\n':
			w.dst = append(w.dst, '\\', 'n')
		case c == '\t':
			w.dst = append(w.dst, '\\', 't')
		case c < 0x20:
			w.dst = append(w.dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			w.dst = append(w.dst, c)
		}
		i++
	}
	w.dst = append(w.dst, '"')
}
