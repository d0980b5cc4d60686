package segment

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/pkoukk/tiktoken-go-loader/assets"

	"mycel/builder/intern"
)

// ranks is a vocabulary: the tokens, numbered by their ranks. Every build needs
// one, and filling the table takes a third of the time that a map takes.
type ranks struct {
	tokens  *intern.Table
	longest int // bytes of the longest token
}

// loadRanks reads the vocabulary of an encoding that is compiled in: lines of a token in
// Base64 and its rank, ascending. Ranks of special tokens, which texts never have, are left
// out; here those behind them move up.
func loadRanks(encoding string) (*ranks, error) {
	list, err := assets.Assets.ReadFile(encoding + ".tiktoken")
	if err != nil {
		return nil, err
	}
	return parseRanks(list)
}

func parseRanks(list []byte) (*ranks, error) {
	n := bytes.Count(list, []byte("\n")) + 1
	r, tokens := &ranks{}, make([]string, 0, n)
	all := make([]byte, 0, base64.StdEncoding.DecodedLen(len(list))) // which tokens are parts of
	var rank []byte                                                  // of the line
	next := 0                                                        // the rank that it has as a rule
	for line := range bytes.Lines(list) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) == 0 {
			continue
		}
		rank = strconv.AppendInt(append(rank[:0], ' '), int64(next), 10)
		encoded, ok := bytes.CutSuffix(line, rank)
		var err error
		if !ok {
			var later []byte
			encoded, later, _ = bytes.Cut(line, []byte(" "))
			if next, err = rankAbove(next, later); err != nil {
				return nil, fmt.Errorf("line %d: %w", len(tokens)+1, err)
			}
		}
		next++
		from := len(all)
		if all, err = base64.StdEncoding.AppendDecode(all, encoded); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(tokens)+1, err)
		}
		token := all[from:]
		tokens = append(tokens, unsafe.String(unsafe.SliceData(token), len(token)))
		r.longest = max(r.longest, len(token))
	}
	var ok bool
	if r.tokens, ok = intern.Of(tokens); !ok {
		return nil, errors.New("a token is there twice")
	}
	return r, nil
}

// rankAbove reads the rank of a line behind ranks that are left out.
func rankAbove(next int, text []byte) (int, error) {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < next {
		return 0, fmt.Errorf("got rank %q, want %d or more", text, next)
	}
	return n, nil
}

// find returns the number of a token.
func (r *ranks) find(token string) (rank uint32, ok bool) { return r.tokens.Find(token) }
