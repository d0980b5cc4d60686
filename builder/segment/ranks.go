package segment

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

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
	r := &ranks{tokens: intern.New(bytes.Count(list, []byte("\n")) + 1)}
	var all strings.Builder
	all.Grow(base64.StdEncoding.DecodedLen(len(list))) // so that tokens are parts of it
	var token []byte
	for line := range bytes.Lines(list) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) == 0 {
			continue
		}
		want := len(r.tokens.All())
		encoded, rank, _ := bytes.Cut(line, []byte(" "))
		if got, err := strconv.Atoi(string(rank)); err != nil || got != want {
			return nil, fmt.Errorf("line %d: got rank %q, want %d", want+1, rank, want)
		}
		var err error
		if token, err = base64.StdEncoding.AppendDecode(token[:0], encoded); err != nil {
			return nil, fmt.Errorf("line %d: %w", want+1, err)
		}
		at := all.Len()
		all.Write(token)
		if int(r.tokens.Number(all.String()[at:])) != want {
			return nil, fmt.Errorf("line %d: token %q is there twice", want+1, token)
		}
		r.longest = max(r.longest, len(token))
	}
	return r, nil
}

// find returns the rank of a token.
func (r *ranks) find(token string) (rank uint32, ok bool) { return r.tokens.Find(token) }
