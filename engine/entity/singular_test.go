package entity

import (
	"testing"

	"mycel/internal/must"
)

func TestSingular(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "s": "s", "gas": "gas", "mutexes": "mutex", "mutex": "mutex", "lifetimes": "lifetime", "trait objects": "trait object",
		"classes": "class", "class": "class", "status": "status", "statuses": "status", "analysis": "analysis", "libraries": "library",
		"series": "series", "branches": "branch", "caches": "cache", "hashes": "hash", "sizes": "size", "databases": "database",
		"heroes": "hero", "shoes": "shoe", "aliases": "alias", "objects list": "objects list", "movies": "movie", "ties": "tie",
		"queries": "query", "quizzes": "quizz",
	} {
		must.Equal(t, Singular(in), want, "Singular(%q)", in)
	}
}

func FuzzSingular(f *testing.F) {
	for _, s := range []string{"mutexes", "smart pointers", "series", "ss", "xesses", "é s", "iesies"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		one := Singular(s)
		if len(one) > len(s) || Singular(one) != one {
			t.Errorf("Singular(%q) = %q, and of that %q", s, one, Singular(one))
		}
	})
}
