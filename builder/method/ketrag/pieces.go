package ketrag

// Pieces halves a chunk halvings times, by tokens, and returns the end of each piece, in sentences. If halves cannot be
// equal, the first is longer. A half ends with the sentence whose end is nearest to the middle, because people read
// pieces, and a sentence is the least that they can read. So a piece of one sentence is not halved, and there may be
// fewer than 2^halvings pieces.
func Pieces(tokens []int, halvings int) []int {
	return pieces(nil, tokens, 0, len(tokens), halvings)
}

func pieces(ends, tokens []int, first, end, halvings int) []int {
	if first == end {
		return ends
	}
	if halvings == 0 || end-first == 1 {
		return append(ends, end)
	}
	middle := half(tokens[first:end]) + first
	ends = pieces(ends, tokens, first, middle, halvings-1)
	return pieces(ends, tokens, middle, end, halvings-1)
}

// half returns the number of sentences in the first half, of two or more sentences.
func half(tokens []int) int {
	sum := 0
	for _, n := range tokens {
		sum += n
	}
	best, least := 1, -1
	before := 0
	for i, n := range tokens[:len(tokens)-1] {
		before += n
		off := 2*before - sum // twice the distance from the middle
		off = max(off, -off)
		if least < 0 || off < least || off == least && 2*before > sum {
			best, least = i+1, off
		}
	}
	return best
}
