package segment

import "fmt"

// A Chunk is a run of consecutive sentences of one section.
type Chunk struct {
	First, End int // the sentences First..End-1, counted within the section
	Tokens     int // of all its sentences
}

// ValidateChunking tells why chunks of at most size tokens cannot repeat up to
// overlap tokens, or nil if they can.
func ValidateChunking(size, overlap int) error {
	switch {
	case size <= 0:
		return fmt.Errorf("chunk size: got %d tokens, want at least 1", size)
	case overlap < 0:
		return fmt.Errorf("chunk overlap: got %d tokens, want at least 0", overlap)
	case overlap >= size:
		return fmt.Errorf("chunk overlap: got %d tokens, want less than the chunk size, %d", overlap, size)
	}
	return nil
}

// Chunks packs the sentences of a section, given by their numbers of tokens, into
// chunks: each takes all sentences that follow while they fit into size tokens.
// A chunk after the first begins by repeating whole sentences from the end of the
// one before, of at most overlap tokens, and fewer where the next sentence would
// not fit beside them.
//
// Every sentence is in a chunk; First and End both ascend strictly, so no chunk
// lies within another and each has a sentence that no chunk before it has. Only
// a single sentence of more than size tokens exceeds size, in a chunk of its own.
// Parameters that ValidateChunking refuses are harmless. O(len(tokens)·(1 + share
// repeated)).
func Chunks(tokens []int, size, overlap int) []Chunk {
	var chunks []Chunk
	for first, next := 0, 0; next < len(tokens); {
		c := fill(tokens, first, next, size)
		chunks = append(chunks, c)
		next = c.End
		first = next
		if next < len(tokens) {
			first = repeatFrom(tokens, c, min(overlap, size-tokens[next]))
		}
	}
	return chunks
}

// fill returns the chunk that begins at first, contains next in any case, and
// has as many sentences behind as fit.
func fill(tokens []int, first, next, size int) Chunk {
	c := Chunk{First: first, End: first}
	for c.End < len(tokens) && (c.End <= next || c.Tokens+tokens[c.End] <= size) {
		c.Tokens += tokens[c.End]
		c.End++
	}
	return c
}

// repeatFrom returns the first sentence of c that the chunk behind it repeats:
// as many from its end as have at most budget tokens, not all of them.
func repeatFrom(tokens []int, c Chunk, budget int) int {
	first := c.End
	for first-1 > c.First && tokens[first-1] <= budget {
		first--
		budget -= tokens[first]
	}
	return first
}
