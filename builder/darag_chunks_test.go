package builder

import (
	"bytes"
	"strings"
	"testing"

	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/method/darag"
	"mycel/builder/openai"
	"mycel/engine"
	engineda "mycel/engine/method/darag"
)

// Chunks that are described have a second vector each, and where a model describes them,
// another one than by their sentences.
func TestDescribedChunks(t *testing.T) {
	rows := func(m llm.Model, describe, vectors bool) (int, []byte, *Report) {
		dir, r := handbook(t, func(c *Config) {
			c.With, c.Vectors = []method.Method{darag.Method{Options: darag.Options{DescribeChunks: describe}}}, vectors
			if m != nil {
				c.Extractor = m
			}
		})
		b := openBundle(t, dir)
		found, err := b.Search(t.Context(), "who designed the float gauge", engine.Options{Mode: "da"})
		if err != nil || len(found.Hits) == 0 || len(found.Notes) == 0 {
			t.Errorf("%v, %+v", err, found)
		}
		x := b.Engine().Index()
		described := engineda.Of(x).Vectors
		if described == nil {
			return 0, nil, r
		}
		var chunks []byte
		for c := x.Entities.Len(); c < described.Len(); c++ {
			sum := make([]float32, described.Dims())
			described.AddTo(sum, uint32(c), 1)
			for _, v := range sum {
				chunks = append(chunks, byte(int8(v)))
			}
		}
		return described.Len() - x.Entities.Len(), chunks, r
	}
	if n, _, _ := rows(nil, false, true); n != 0 {
		t.Errorf("%d chunks are described by default", n)
	}
	if n, chunks, _ := rows(nil, true, false); n != 0 || chunks != nil {
		t.Errorf("%d chunks have vectors in a bundle without", n)
	}
	n, plain, r := rows(nil, true, true)
	if n != r.Counts["chunks"] || n == 0 {
		t.Errorf("%d of %d chunks have a description", n, r.Counts["chunks"])
	}
	m := newModel(func(prompt string) (openai.Answer, error) {
		if strings.Contains(prompt, "entity | NAME") {
			return says(prompt)
		}
		return tells(prompt)
	})
	n, told, r := rows(m, true, true)
	if e := r.Extractions[0]; n != r.Counts["chunks"] || bytes.Equal(plain, told) || e.Fallbacks != 0 || e.Calls != len(m.prompts) {
		t.Errorf("%d chunks, %+v, %d prompts", n, e, len(m.prompts))
	}
}
