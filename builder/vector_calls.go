package builder

import (
	"fmt"
	"slices"
	"strings"

	"mycel/builder/embed"
)

// planned is an encoder that is paid for; *openai.Embedder is one.
type planned interface {
	// Plan tells what Encode would send if it were called with each of these lists of
	// texts in turn: requests, the texts in them, and their tokens.
	Plan(calls ...[]string) (requests, sent, tokens int)
}

// firstVector has an encoder that learns the number of its dimensions from its first
// answer learn it.
func (b *build) firstVector(texts []string) error {
	if b.Encoder.Dims() > 0 {
		return nil
	}
	if _, err := b.Encoder.Encode(b.ctx, firstOf(texts)); err != nil {
		return fmt.Errorf("model %s: %w", b.Encoder.Model(), err)
	}
	return nil
}

// firstOf returns the first text that is not blank, alone.
func firstOf(texts []string) []string {
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			return texts[i : i+1]
		}
	}
	return nil
}

// planVectors tells what vectors would cost, of the chunks and of the lists of texts
// that systems have an encoder read besides; nil for an encoder that sends nothing.
func (b *build) planVectors(systems [][]string) *Usage {
	encoder, ok := b.Encoder.(planned)
	if !ok {
		return nil
	}
	texts := chunkTexts(b.pages)
	var calls [][]string
	if b.Encoder.Dims() == 0 {
		calls = append(calls, firstOf(texts))
	}
	count := 0
	for _, texts := range append([][]string{texts}, systems...) {
		count += len(texts)
		for batch := range slices.Chunk(texts, embed.EncodeBatch) {
			calls = append(calls, batch)
		}
	}
	u := &Usage{Model: b.Encoder.Model()}
	u.Calls, u.Texts, u.InputTokens = encoder.Plan(calls...)
	u.MaxInputTokens = u.InputTokens
	u.Cached = count - u.Texts
	return u
}
