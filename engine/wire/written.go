package wire

// Texts are a language model's texts that replace extracts, with the tokens of each. The zero value has no texts.
type Texts struct {
	texts Strings
	costs []uint32
}

// EncodeTexts writes texts with their costs; "" stands for an extract.
func EncodeTexts(texts []string, costs []uint32) []byte {
	var w Writer
	w.Written(texts)
	w.Uint32s(costs)
	return w.Bytes()
}

// Load reads n texts that EncodeTexts wrote; b is empty for no texts. On an error, which wraps ErrCorrupt, t does not
// change.
func (t *Texts) Load(b []byte, n int) error {
	if len(b) == 0 {
		return nil
	}
	r := NewReader(b)
	loaded := Texts{r.Written(n), r.IDs(n, 1<<32)}
	err := r.Close()
	if err == nil {
		*t = loaded
	}
	return err
}

// At returns text i, "" for an extract, and its cost.
//
//go:noinline
func (t *Texts) At(i int) (text string, cost int) {
	if t.costs == nil {
		return "", 0
	}
	return t.texts.At(i), int(t.costs[i])
}

// Written writes the texts of a language model; "" stands for an extract. For each it writes 1 for a text or 0, and
// then all texts.
func (w *Writer) Written(texts []string) {
	written := make([]byte, len(texts))
	for i, text := range texts {
		written[i] = byte(min(len(text), 1))
	}
	w.Raw(written)
	w.Strings(texts)
}

// Written reads n texts that Writer.Written wrote, and checks that there is a text exactly where one is written.
func (r *Reader) Written(n int) Strings {
	written := r.Raw()
	texts := r.Strings(len(written))
	for i := range texts.Len() {
		if written[i] != byte(min(len(texts.At(i)), 1)) {
			r.Fail("text without its origin")
		}
	}
	if len(written) != n {
		r.Fail("origins of wrong number")
	}
	return texts
}
