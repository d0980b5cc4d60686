package segment

import (
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// A vocabulary has the ranks that the library reads, and no others, as does one that was kept.
func TestRanks(t *testing.T) {
	want, err := loader.NewOfflineLoader().LoadTiktokenBpe(tiktoken.MODEL_CL100K_BASE + ".tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := loadRanks(tiktoken.MODEL_CL100K_BASE)
	if err != nil {
		t.Fatal(err)
	}
	kept, ok := readRanks(string(loaded.record()))
	if !ok {
		t.Fatal("the record is none")
	}
	longest := 0
	for token := range want {
		longest = max(longest, len(token))
	}
	for _, got := range []*ranks{loaded, kept} {
		if got.len() != len(want) || got.longest != longest {
			t.Fatalf("got %d tokens of at most %d bytes, want %d of %d", got.len(), got.longest, len(want), longest)
		}
		for token, rank := range want {
			if n, ok := got.find(token); !ok || int(n) != rank {
				t.Fatalf("%q: got rank %d, %v, want %d", token, n, ok, rank)
			}
			for _, other := range []string{token + "\x00", token[1:], token + token} {
				rank, is := want[other]
				if n, ok := got.find(other); ok != is || int(n) != rank {
					t.Fatalf("%q: got rank %d, %v, want %d, %v", other, n, ok, rank, is)
				}
			}
		}
	}
}

// A record that was cut or is none is not taken, and nothing that is taken panics or loops.
func TestRanksForged(t *testing.T) {
	record := string(parsed(t, "IQ== 0\nIg== 1\nISE= 2\nISEh 3\n").record())
	for n := range record {
		if _, ok := readRanks(record[:n]); ok {
			t.Errorf("%d of %d bytes were taken", n, len(record))
		}
	}
	taken := 0
	for i := range len(record) {
		for _, x := range []byte{0, 1, 4, 200, 255} {
			forged := []byte(record)
			forged[i] ^= x
			if r, ok := readRanks(string(forged)); ok {
				taken++
				for _, token := range []string{"", "!", "!!", "!!!", "a", strings.Repeat("a", 300)} {
					r.find(token)
				}
			}
		}
	}
	if taken < len(record) {
		t.Errorf("only %d were taken", taken)
	}
	full := parsed(t, "IQ== 0\nIg== 1\n")
	for i := range full.slots {
		full.slots[i] = 1
	}
	if _, ok := readRanks(string(full.record())); ok {
		t.Error("slots of which none is free were taken")
	}
}

func parsed(t *testing.T, list string) *ranks {
	t.Helper()
	r, err := parseRanks([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// store is a Store in memory.
type store map[string]string

func (s store) Get(encoding string) (string, bool) { record, ok := s[encoding]; return record, ok }
func (s store) Put(encoding string, record []byte) { s[encoding] = string(record) }

// A counter counts the same with a store: the first time, again, and where what it has is none.
func TestStore(t *testing.T) {
	const text = "Token counts don't depend on where the vocabulary comes from: 12345!"
	for _, encoding := range encodings {
		kept := store{}
		count := func(kept Store) int {
			c, err := NewCounter(encoding)
			if err != nil {
				t.Fatal(err)
			}
			if kept != nil {
				c.KeepIn(kept)
			}
			c.Load()
			return c.Count(text)
		}
		want := count(nil)
		for _, state := range []string{"empty", "full", "damaged", "mended"} {
			if got := count(kept); got != want {
				t.Errorf("%s, %s: got %d, want %d", encoding, state, got, want)
			}
			if len(kept) != 1 {
				t.Errorf("%s, %s: %d entries", encoding, state, len(kept))
			}
			if state == "full" {
				for name, record := range kept {
					kept[name] = record[:len(record)/2]
				}
			}
		}
	}
}

func TestRanksDamaged(t *testing.T) {
	for _, list := range []string{"IQ== -1\n", "IQ==\n", "IQ== 0\nIg==  1\n", "I?== 0\n", "IQ== 0\nIQ== 1\n", "IQ== 1\nIg== 1\n", "IQ== 1\nIg== 0\n", "IQ== 0 \n"} {
		if _, err := parseRanks([]byte(list)); err == nil {
			t.Errorf("%q: no error", list)
		}
	}
	for _, list := range []string{"", "\n", "IQ== 0", "IQ== 0\r\nIg== 1\r\n", "IQ== 0\nIg== 2\n"} {
		if _, err := parseRanks([]byte(list)); err != nil {
			t.Errorf("%q: %v", list, err)
		}
	}
}
