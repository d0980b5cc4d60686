package segment

import (
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// The table has the ranks that the library reads, and no others.
func TestRanks(t *testing.T) {
	want, err := loader.NewOfflineLoader().LoadTiktokenBpe(tiktoken.MODEL_CL100K_BASE + ".tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	got, err := loadRanks(tiktoken.MODEL_CL100K_BASE)
	if err != nil || len(got.tokens.All()) != len(want) {
		t.Fatalf("got %d tokens and %v, want %d", len(got.tokens.All()), err, len(want))
	}
	for token, rank := range want {
		if n, ok := got.find(token); !ok || int(n) != rank {
			t.Fatalf("%q: got rank %d, %v, want %d", token, n, ok, rank)
		}
		if n, ok := got.find(token + "\x00"); ok != (want[token+"\x00"] != 0) {
			t.Fatalf("%q and a zero: got rank %d", token, n)
		}
		if len(token) > got.longest {
			t.Fatalf("%q is longer than %d", token, got.longest)
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
