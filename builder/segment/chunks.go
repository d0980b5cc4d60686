package segment

import "fmt"

// A Chunk is a run of consecutive sentences of one section.
type Chunk struct {
	First, End int // the sentences First..End-1, counted within the section
	Tokens     int // tokens of all its sentences
}

// ValidateChunking returns an error if chunks of at most size tokens cannot repeat up to overlap tokens.
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

// Chunks packs the sentences of a section, given by their numbers of tokens, into chunks. A chunk takes the following
// sentences as long as they fit into size tokens. Each chunk but the first begins with whole sentences from the end of
// the chunk before: of at most overlap tokens, and fewer if the next sentence would not fit otherwise.
//
// Every sentence is in a chunk. First and End both ascend strictly, so no chunk lies within another, and each has a
// sentence that no earlier chunk has. Only a chunk of a single sentence can exceed size. Parameters that
// ValidateChunking refuses are harmless. O(len(tokens)·(1 + share repeated)).
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

// fill returns the chunk that begins at first, contains next in any case, and takes as many further sentences as fit.
func fill(tokens []int, first, next, size int) Chunk {
	c := Chunk{First: first, End: first}
	for c.End < len(tokens) && (c.End <= next || c.Tokens+tokens[c.End] <= size) {
		c.Tokens += tokens[c.End]
		c.End++
	}
	return c
}

// repeatFrom returns the first sentence of c that the next chunk repeats: as many sentences from
// the end as have at most budget tokens, but not all.
func repeatFrom(tokens []int, c Chunk, budget int) int {
	first := c.End
	for first-1 > c.First && tokens[first-1] <= budget {
		first--
		budget -= tokens[first]
	}
	return first
}
