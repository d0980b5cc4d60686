package ner

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"mycel/engine/entity"
)

// External has mentions that another program has found, a neural recogniser for example. In the
// documents that they name they replace capitalised spans, codes and terms. Titles, and entities
// known from other documents, are found there too.
type External struct {
	name string
	docs map[string][]externalMention // sorted by start, the longest first
	sum  []byte
}

// externalMention is one line of the file.
type externalMention struct {
	Doc   string `json:"doc"`
	Start *int   `json:"start"`
	End   *int   `json:"end"`
	Text  string `json:"text"`
	Type  string `json:"type"`

	line int
}

// LoadExternal reads mentions from a file; see ReadExternal. It reads the file once, because the
// file may be a pipe.
func LoadExternal(path string) (*External, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("external mentions: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	e, err := ReadExternal(io.TeeReader(f, h), path)
	if err == nil {
		e.sum = h.Sum(nil)
	}
	return e, err
}

// Sum returns the SHA-256 of the file that the mentions were read from.
func (e *External) Sum() []byte { return e.sum }

// maxLine bounds a line of external mentions, in bytes.
const maxLine = 1 << 20

// ReadExternal reads mentions from JSON lines:
//
//	{"doc": "guide/threads.md", "start": 120, "end": 125, "text": "Mutex", "type": "PRODUCT"}
//
// start and end are byte offsets in the text of the document doc, text is what
// stands between them. Type "TERM" makes a common noun; values (CARDINAL, DATE,
// MONEY, ORDINAL, PERCENT, QUANTITY, TIME) are passed over; every other type makes
// a name. Blank lines are allowed. Errors begin with name:line.
func ReadExternal(r io.Reader, name string) (*External, error) {
	e := &External{name: name, docs: make(map[string][]externalMention)}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxLine)
	line := 0
	for sc.Scan() {
		line++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		m, err := parseMention(sc.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		m.line = line
		e.docs[m.Doc] = append(e.docs[m.Doc], m)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	for _, mentions := range e.docs {
		slices.SortStableFunc(mentions, func(a, b externalMention) int {
			return cmp.Or(cmp.Compare(*a.Start, *b.Start), cmp.Compare(*b.End, *a.End))
		})
	}
	return e, nil
}

func parseMention(line []byte) (externalMention, error) {
	var m externalMention
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return m, fmt.Errorf("not a mention: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return m, errors.New("more than one value on the line")
	}
	switch {
	case m.Doc == "":
		return m, errors.New(`"doc" is missing`)
	case m.Start == nil || m.End == nil:
		return m, errors.New(`"start" or "end" is missing`)
	case *m.Start < 0 || *m.End <= *m.Start:
		return m, fmt.Errorf("got bytes [%d,%d), want 0 <= start < end", *m.Start, *m.End)
	case m.Text == "":
		return m, errors.New(`"text" is missing`)
	}
	return m, nil
}

// Documents returns the documents that the mentions name, sorted, so that a caller can check that
// they exist.
func (e *External) Documents() []string {
	docs := make([]string, 0, len(e.docs))
	for doc := range e.docs {
		docs = append(docs, doc)
	}
	slices.Sort(docs)
	return docs
}

// Scan is the package's Scan for a document that may have external mentions; without mentions it
// does the same. It extends mentions to whole tokens. It ignores a mention without a token, with
// more than 16 tokens, across the end of a sentence, or overlapping an earlier mention. The error
// names the line of the first mention that does not match the text.
func (e *External) Scan(doc, text string, sentences []int, o Options) (*Candidates, error) {
	mentions := e.docs[doc]
	if mentions == nil {
		return Scan(text, sentences, nil, o), nil
	}
	for _, m := range mentions {
		if *m.End > len(text) {
			return nil, fmt.Errorf("%s:%d: document %q: got bytes [%d,%d), want at most %d", e.name, m.line, doc, *m.Start, *m.End, len(text))
		}
		if got := text[*m.Start:*m.End]; got != m.Text {
			return nil, fmt.Errorf("%s:%d: document %q has %q at bytes [%d,%d), want %q", e.name, m.line, doc, got, *m.Start, *m.End, m.Text)
		}
	}
	s := scanners.Get().(*docScanner)
	defer scanners.Put(s)
	s.start(text, o)
	eachSentence(text, sentences, func(ordinal uint32, start, end int) {
		s.sent.read(text, start, end)
		mentions = s.addExternal(mentions, end)
		if !s.sent.shout {
			for i := range s.sent.tokens {
				s.addWord(i, ordinal)
			}
		}
	})
	return s.finish(), nil
}

// addExternal adds the mentions that begin before byte end, where the sentence ends, and returns
// the rest.
func (s *docScanner) addExternal(mentions []externalMention, end int) []externalMention {
	t := s.sent.tokens
	at := 0
	for ; len(mentions) > 0 && *mentions[0].Start < end; mentions = mentions[1:] {
		m := &mentions[0]
		for at < len(t) && int(t[at].end) <= *m.Start {
			at++
		}
		last := at
		for last < len(t) && int(t[last].start) < *m.End {
			last++
		}
		if last == at || last-at > maxTokens || *m.End > end || m.value() {
			continue
		}
		kind := entity.Name
		if m.Type == "TERM" {
			kind = entity.Term
		}
		s.addForm(span{first: at, end: last, kind: kind}, true)
		at = last
	}
	return mentions
}

// value reports whether the mention is a number, a date or the like.
func (m *externalMention) value() bool {
	switch m.Type {
	case "CARDINAL", "DATE", "MONEY", "ORDINAL", "PERCENT", "QUANTITY", "TIME":
		return true
	}
	return false
}
