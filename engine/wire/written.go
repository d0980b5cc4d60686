package wire

// Origins of a text that a language model may have written.
const (
	Extractive byte = iota // sentences of the documents: the text is not stored
	LLM                    // written by a language model
)

// Written writes the texts of a language model, "" for each text that is extractive: the origin of
// each, then all texts.
func (w *Writer) Written(texts []string) {
	origins := make([]byte, len(texts))
	for i, text := range texts {
		if text != "" {
			origins[i] = LLM
		}
	}
	w.Raw(origins)
	w.Strings(texts)
}

// Written reads n texts that Writer.Written wrote, and checks that there is a text exactly where the origin is LLM.
func (r *Reader) Written(n int) (origins []byte, texts Strings) {
	origins = r.Raw()
	texts = r.Strings(len(origins))
	for i := range texts.Len() {
		if size := len(texts.At(i)); origins[i] != byte(min(size, int(LLM))) {
			r.Fail("text without its origin")
		}
	}
	if len(origins) != n {
		r.Fail("origins of wrong number")
	}
	return origins, texts
}
