package text

import (
	"strings"
	"testing"

	"mycel/internal/must"
)

// A run is words one right behind the other, with anything between them; a tight one is a whole name without white space.
func TestHasRun(t *testing.T) {
	for _, c := range []struct {
		text, run    string
		loose, tight bool
	}{
		{"set work_mem to 4", "work mem", true, true}, {"set work mem", "work mem", true, false}, {"set work\nmem", "work mem", true, false},
		{"maintenance_work_mem", "work mem", true, false}, {"work_mem_more", "work mem", true, false}, {"work-mem", "work mem", true, true},
		{"work_mem_more, work_mem", "work mem", true, true}, {"work and mem", "work mem", false, false}, {"work", "work mem", false, false}, {"", "work", false, false},
		{"a a b", "a b", true, false}, {"a a a-b", "a a b", true, false}, {"東京都", "東京 京都", true, true}, {"mem work", "work mem", false, false},
	} {
		keys := strings.Fields(c.run)
		if loose, tight := HasRun(c.text, keys, false), HasRun(c.text, keys, true); loose != c.loose || tight != c.tight {
			t.Errorf("%q in %q: got %v, tight %v", c.run, c.text, loose, tight)
		}
	}
}

// The first word of a compound has three bytes at least, both have five, and a space or a hyphen stands between them.
func TestMayJoin(t *testing.T) {
	for words, want := range map[string]bool{
		"hand| |off": true, "hand|-|off": true, "hand|\u2010|off": true, "hand||off": false, "hand|, |off": false, "hand|  |off": false,
		"set| |up": true, "in| |put": false, "in| |vitro": false, "lay| |x": false, "layo| |x": true,
	} {
		p := strings.Split(words, "|")
		must.Equal(t, MayJoin(p[0], p[1], p[2]), want, "%q", words)
	}
	for word, want := range map[string][]string{
		"handoff": {"han doff", "hand off", "hando ff"}, "setup": {"set up"}, "able": nil, "readable": {"rea dable", "reada ble", "readab le"}, // able is a suffix
		"größe": {"grö ße"}, "mostly": {"mos tly", "most ly"},
	} {
		var got []string
		for _, at := range Splits(word) {
			got = append(got, word[:at]+" "+word[at:])
		}
		must.Equal(t, got, want, "%q", word)
	}
}

// A symbol stands alone only where no other sign joins it.
func TestJoined(t *testing.T) {
	for s, want := range map[string]bool{"a|?|b": false, "a|?|.b": true, "f(.|..|x)": true, "|?|": false, "|?|?": true, "(|?|)": false, "\x7f|?|a": false} {
		p := strings.Split(s, "|")
		must.Equal(t, Joined(p[0]+p[1]+p[2], len(p[0]), len(p[0])+len(p[1])), want, "%q", s)
	}
	for s, want := range map[string][]string{
		"a === b": {"==="}, "a+b": nil, "x?.y ->": {"?.", "->"}, "": nil, "::": {"::"}, strings.Repeat("=", maxSymbol+1) + " =>": {"=>"},
	} {
		must.Equal(t, Operators(s), want, "%q", s)
	}
}
