package answer

import "mycel/engine/bundle"

// TrainedModel stands for vectors that were trained on the corpus: no encoder makes query vectors for them.
const TrainedModel = "trained on this corpus"

// VectorInfo describes the vectors of an index.
type VectorInfo struct {
	Model string // name of the encoder's model, or TrainedModel
	Bits  int    // bits of a passage's vector, one sign each
	Dims  int    // dimensions of engine.Options.Vector; 0 if the index takes no query vector
}

// Vectors describes the vectors of the index; ok is false if it has none.
func (t *Tables) Vectors() (info VectorInfo, ok bool) {
	x := t.Index
	if x.Vectors == nil {
		return VectorInfo{}, false
	}
	info = VectorInfo{Model: TrainedModel, Bits: x.Vectors.Dims()}
	if x.Encoder != nil {
		info.Model, info.Dims = x.Encoder.Model, x.Encoder.Input
	}
	return info, true
}

// AppendInfoJSON appends the description of an opened index as JSON.
func (t *Tables) AppendInfoJSON(dst []byte, version string) []byte {
	w := jsonWriter{dst}
	x, h := t.Index, t.Header
	w.open('{')
	w.key("format").num(bundle.Version)
	w.key("version").str(version)
	w.key("engine").str(h.Engine)
	w.key("language").str(h.Language)
	w.key("tokenizer").str(h.Tokenizer)
	h.Counts.Each(func(key string, n int) { w.key(key).num(n) })
	w.key("modes").strs(x.Modes())
	first, _ := t.Directory.Range(bundle.GroupTerms)
	_, end := t.Directory.Range(bundle.GroupChunks)
	w.key("rows").nums([]int{int(first), int(end)})
	if v, ok := t.Vectors(); ok {
		w.key("vectors").open('{')
		w.key("model").str(v.Model)
		w.key("bits").num(v.Bits)
		w.key("dims").num(v.Dims)
		w.close('}')
	}
	w.key("systems").strs(x.Systems)
	if set := x.Dictionary.Set(); set != nil {
		w.key("set").nums([]int{set.Passages, set.Documents, int(set.ID), set.Bundles})
	}
	w.counts(t.Count(nil))
	if keys := t.Facets.SortKeys(); len(keys) > 0 {
		w.key("sorts").strs(keys)
	}
	w.close('}')
	return w.dst
}
