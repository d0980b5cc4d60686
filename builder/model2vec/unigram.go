package model2vec

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// unigram cuts a piece in the most probable way, as a sequence of independent tokens
// (Kudo 2018, "Subword Regularization").
type unigram struct {
	vocab   map[string]scored
	longest int     // bytes of a token
	unknown float64 // log-probability of a character that is no token
	unkID   int     // token that is left out; −1 for none
}

type scored struct {
	id    int
	score float64 // log-probability
}

// unknownPenalty is how much less probable than the least probable token an unknown
// character is.
const unknownPenalty = 10

func readUnigram(raw json.RawMessage) (subwords, int, error) {
	file := struct {
		Vocab        []pair `json:"vocab"`
		Unknown      *int   `json:"unk_id"`
		ByteFallback bool   `json:"byte_fallback"`
	}{}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, 0, err
	}
	switch {
	case file.ByteFallback:
		return nil, 0, errors.New("byte_fallback is not supported")
	case len(file.Vocab) == 0:
		return nil, 0, errors.New("no vocabulary")
	}
	m := &unigram{vocab: make(map[string]scored, len(file.Vocab)), unkID: -1}
	lowest := math.Inf(1)
	for id, p := range file.Vocab {
		lowest = min(lowest, p.score)
		m.vocab[p.token] = scored{id, p.score}
		m.longest = max(m.longest, len(p.token))
	}
	m.unknown = lowest - unknownPenalty
	if file.Unknown != nil {
		if m.unkID = *file.Unknown; m.unkID < 0 || m.unkID >= len(file.Vocab) {
			return nil, 0, fmt.Errorf("unk_id is %d, want 0 to %d", m.unkID, len(file.Vocab)-1)
		}
	}
	return m, len(file.Vocab), nil
}

// pair is a token with its score, which JSON has as an array of both.
type pair struct {
	token string
	score float64
}

func (p *pair) UnmarshalJSON(b []byte) error {
	var fields []json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	if len(fields) != 2 {
		return fmt.Errorf("vocabulary entry %s: want a token and a score", b)
	}
	if err := json.Unmarshal(fields[0], &p.token); err != nil {
		return err
	}
	return json.Unmarshal(fields[1], &p.score)
}

// step is the best way to reach a position of a piece.
type step struct {
	score float64
	from  int // position before the last token
	id    int // last token, −1 for an unknown character
}

// appendTokens finds the best way by dynamic programming. O(bytes · longest token).
func (m *unigram) appendTokens(dst []int, piece string) []int {
	best := make([]step, len(piece)+1)
	for i := range best[1:] {
		best[i+1].score = math.Inf(-1)
	}
	for at := 0; at < len(piece); {
		_, width := utf8.DecodeRuneInString(piece[at:])
		m.extend(best, piece, at, width)
		at += width
	}
	first := len(dst)
	for at := len(piece); at > 0; at = best[at].from {
		if id := best[at].id; id >= 0 && id != m.unkID {
			dst = append(dst, id)
		}
	}
	slices.Reverse(dst[first:])
	return dst
}

// extend tries all tokens that begin at a position; width is the number of bytes of the character
// there.
func (m *unigram) extend(best []step, piece string, at, width int) {
	single := false
	for end := at + 1; end <= min(at+m.longest, len(piece)); end++ {
		t, ok := m.vocab[piece[at:end]]
		if !ok {
			continue
		}
		single = single || end == at+width
		if score := best[at].score + t.score; score > best[end].score {
			best[end] = step{score, at, t.id}
		}
	}
	if score := best[at].score + m.unknown; !single && score > best[at+width].score {
		best[at+width] = step{score, at, -1}
	}
}
