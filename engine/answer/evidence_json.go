package answer

import (
	"mycel/engine/method"
	"mycel/engine/model"
)

// AppendJSON appends the evidence as JSON, the form in which it leaves the engine. Offsets in the query become UTF-16
// code units, as in a Result. Offsets in documents stay UTF-8 bytes, because the documents' texts are not loaded.
func (e *Evidence) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	e.begin(&w, "query", e.Query)
	if e.Next > 0 {
		w.key("next").num(e.Next)
	}
	w.key("coverage").open('{')
	w.key("terms").float(e.Coverage.Terms)
	w.key("entities").float(e.Coverage.Entities)
	w.key("uncovered").strs(e.Coverage.Uncovered)
	w.close('}')
	w.objects("citations", len(e.Citations), func(i int) {
		c := &e.Citations[i]
		w.key("n").num(c.N)
		w.source(&c.Source)
		w.key("quote").str(c.Quote)
		w.bytes(c.At)
		w.key("score").float(c.Score)
	})
	w.objects("passages", len(e.Passages), func(i int) { e.Passages[i].write(&w) })
	w.key("trace").open('{')
	w.analysis(e.Trace.Result)
	w.lists(e.Trace.Lists)
	w.objects("items", len(e.Trace.Items), func(i int) {
		it := &e.Trace.Items[i]
		w.source(&it.Source)
		w.key("chunk").num(int(it.Chunk))
		w.key("score").float(it.Score)
		w.key("passage").num(it.Passage)
		w.why(&it.Why)
	})
	w.stats(e.Trace.Stats)
	w.close('}')
	w.close('}')
	return w.dst
}

// begin begins the object of a context.
func (p *Packed) begin(w *jsonWriter, key, about string) {
	w.open('{')
	w.key(key).str(about)
	w.optional("reason", p.Reason)
	w.missing(p.Missing, p.Waiting)
	w.key("context").str(p.Context)
	w.key("tokens").num(p.Tokens)
	w.key("truncated").boolean(p.Truncated)
}

func (p *Passage) write(w *jsonWriter) {
	w.key("n").num(p.N)
	w.source(&p.Source)
	w.key("section").num(int(p.Section))
	if len(p.Entities) > 0 {
		w.key("entities").strs(p.Entities)
	}
	w.optional("summary", p.Summary)
	if len(p.Written) > 0 {
		w.objects("written", len(p.Written), func(i int) { w.source(&p.Written[i]) })
	}
	w.key("text").str(p.Text)
	w.bytes(p.At)
	w.key("score").float(p.Score)
}

// source writes the members of a source.
func (w *jsonWriter) source(s *Source) {
	w.key("document").str(s.Document)
	w.key("title").str(s.Title)
	w.key("heading").str(s.Heading)
	w.key("url").str(s.URL)
}

// bytes writes a range of a document's text.
func (w *jsonWriter) bytes(at model.Span) {
	w.key("start").num(int(at.Start))
	w.key("end").num(int(at.End))
}

func (w *jsonWriter) lists(lists []method.List) {
	w.objects("lists", len(lists), func(i int) {
		w.key("name").str(lists[i].Name)
		items := lists[i].Items
		w.objects("items", len(items), func(k int) {
			w.key("chunk").num(int(items[k].ID))
			w.key("score").float(items[k].Score)
		})
	})
}
