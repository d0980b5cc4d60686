package segment

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/pkoukk/tiktoken-go-loader/assets"

	"mycel/builder/intern"
)

// ranks is a vocabulary: the tokens, whose numbers are their ranks. Every build needs
// one, and filling the table takes a third of the time that a map takes.
type ranks struct {
	tokens  *intern.Table
	longest int // bytes of the longest token
}

// loadRanks reads the vocabulary of an encoding that is compiled in: lines of a token in
// Base64 and its rank, ascending from 0.
func loadRanks(encoding string) (*ranks, error) {
	list, err := assets.Assets.ReadFile(encoding + ".tiktoken")
	if err != nil {
		return nil, err
	}
	return parseRanks(list)
}

func parseRanks(list []byte) (*ranks, error) {
	n := bytes.Count(list, []byte("\n"))
	all, ends := make([]byte, 0, len(list)), make([]int, 1, n+2)
	for line := range bytes.Lines(list) {
		token, rank, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(" "))
		if len(token) == 0 {
			continue
		}
		if got, err := strconv.Atoi(string(rank)); err != nil || got != len(ends)-1 {
			return nil, fmt.Errorf("line %d: got rank %q, want %d", len(ends), rank, len(ends)-1)
		}
		var err error
		if all, err = base64.StdEncoding.AppendDecode(all, token); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(ends), err)
		}
		ends = append(ends, len(all))
	}
	r, tokens := &ranks{tokens: intern.New(n + 1)}, string(all)
	for i, end := range ends[1:] {
		token := tokens[ends[i]:end]
		if int(r.tokens.Number(token)) != i {
			return nil, fmt.Errorf("line %d: token %q is there twice", i+1, token)
		}
		r.longest = max(r.longest, len(token))
	}
	return r, nil
}

// find returns the rank of a token.
func (r *ranks) find(token string) (rank uint32, ok bool) { return r.tokens.Find(token) }
