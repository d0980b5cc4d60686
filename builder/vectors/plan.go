package vectors

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/llm"
)

// Paid is an encoder whose calls cost money; *openai.Embedder is one.
type Paid interface {
	// Plan returns what Encode would send for each of these lists in turn: the number of requests,
	// the number of texts in them, and their tokens.
	Plan(calls ...[]string) (requests, sent, tokens int)
}

// IsPaid reports whether an encoder makes the vectors and costs money.
func (o *Options) IsPaid() bool {
	_, paid := o.Encoder.(Paid)
	return paid
}

// firstVector encodes one text if the encoder learns its number of dimensions from its first answer.
func (o *Options) firstVector(ctx context.Context, texts []string) error {
	if o.Encoder.Dims() > 0 {
		return nil
	}
	if _, err := o.Encoder.Encode(ctx, firstOf(texts)); err != nil {
		return fmt.Errorf("model %s: %w", o.Encoder.Model(), err)
	}
	return nil
}

// firstOf returns a list of the first text that is not blank.
func firstOf(texts []string) []string {
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			return texts[i : i+1]
		}
	}
	return nil
}

// Plan returns the cost of the vectors of the chunks and of further lists of texts; nil for an
// encoder that sends nothing.
func (o *Options) Plan(pages []*analyse.Page, further [][]string) *llm.Usage {
	encoder, ok := o.Encoder.(Paid)
	if !ok {
		return nil
	}
	texts := chunkTexts(pages)
	var calls [][]string
	if o.Encoder.Dims() == 0 {
		calls = append(calls, firstOf(texts))
	}
	count := 0
	for _, texts := range append([][]string{texts}, further...) {
		count += len(texts)
		for batch := range slices.Chunk(texts, embed.EncodeBatch) {
			calls = append(calls, batch)
		}
	}
	u := &llm.Usage{Model: o.Encoder.Model()}
	u.Calls, u.Texts, u.InputTokens = encoder.Plan(calls...)
	u.MaxInputTokens = u.InputTokens
	u.Cached = count - u.Texts
	return u
}
