package answer

import (
	"mycel/engine/method"
	"mycel/engine/model"
)

// AppendJSON appends the evidence as JSON, the form in which it leaves the engine. Offsets in the query are converted
// to UTF-16 code units, as in a Result; those in documents, whose texts are not at hand, stay bytes of UTF-8.
func (e *Evidence) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.key("query").str(e.Query)
	w.optional("reason", e.Reason)
	w.missing(e.Missing, e.Waiting)
	w.key("context").str(e.Context)
	w.key("tokens").num(e.Tokens)
	w.key("truncated").boolean(e.Truncated)
	if e.Next > 0 {
		w.key("next").num(e.Next)
	}
	w.key("coverage").open('{')
	w.key("terms").float(e.Coverage.Terms)
	w.key("entities").float(e.Coverage.Entities)
	w.key("uncovered").strs(e.Coverage.Uncovered)
	w.close('}')
	w.key("citations").open('[')
	for i := range e.Citations {
		c := &e.Citations[i]
		w.item().open('{')
		w.key("n").num(c.N)
		w.source(&c.Source)
		w.key("quote").str(c.Quote)
		w.bytes(c.At)
		w.key("score").float(c.Score)
		w.close('}')
	}
	w.close(']')
	w.key("passages").open('[')
	for i := range e.Passages {
		w.item().passage(&e.Passages[i])
	}
	w.close(']')
	w.key("trace").open('{')
	w.analysis(e.Trace.Result)
	w.lists(e.Trace.Lists)
	w.key("items").open('[')
	for i := range e.Trace.Items {
		it := &e.Trace.Items[i]
		w.item().open('{')
		w.source(&it.Source)
		w.key("chunk").num(int(it.Chunk))
		w.key("score").float(it.Score)
		w.key("passage").num(it.Passage)
		w.why(&it.Why)
		w.close('}')
	}
	w.close(']')
	w.stats(e.Trace.Stats)
	w.close('}')
	w.close('}')
	return w.dst
}

func (w *jsonWriter) passage(p *Passage) {
	w.open('{')
	w.key("n").num(p.N)
	w.source(&p.Source)
	w.key("section").num(int(p.Section))
	if len(p.Entities) > 0 {
		w.key("entities").strs(p.Entities)
	}
	w.optional("summary", p.Summary)
	if len(p.Written) > 0 {
		w.key("written").open('[')
		for i := range p.Written {
			w.item().open('{')
			w.source(&p.Written[i])
			w.close('}')
		}
		w.close(']')
	}
	w.key("text").str(p.Text)
	w.bytes(p.At)
	w.key("score").float(p.Score)
	w.close('}')
}

// source writes where something comes from.
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
	w.key("lists").open('[')
	for _, l := range lists {
		w.item().open('{')
		w.key("name").str(l.Name)
		w.key("items").open('[')
		for _, it := range l.Items {
			w.item().open('{')
			w.key("chunk").num(int(it.ID))
			w.key("score").float(it.Score)
			w.close('}')
		}
		w.close(']')
		w.close('}')
	}
	w.close(']')
}
