package param

import (
	"testing"

	"mycel/internal/must"
)

var (
	count  = &Param{Name: "count", Least: 1, Most: 10, Default: 3}
	share  = &Param{Name: "share", Kind: Number, Least: 0.25, Most: 1, Default: 0.5}
	way    = &Param{Name: "way", Kind: Choice, Words: []string{"left", "right"}}
	strict = &Param{Name: "strict", Kind: Switch}
)

// Texts are read as values of the parameter's kind, and others are not valid.
func TestParse(t *testing.T) {
	for _, test := range []struct {
		p     *Param
		text  string
		valid bool
		want  any
	}{
		{count, "4", true, 4.0}, {count, "4.5", false, nil}, {count, "0", false, nil}, {count, "11", false, nil}, {count, "x", false, nil}, {count, "NaN", false, nil},
		{share, "0.25", true, 0.25}, {share, "1.1", false, nil}, {share, "", false, nil}, {share, "NaN", false, nil},
		{way, "right", true, "right"}, {way, "Right", false, nil}, {way, "", false, nil},
		{strict, "true", true, true}, {strict, "0", true, false}, {strict, "maybe", false, nil},
	} {
		s := test.p.Parse(test.text)
		if s.Valid() != test.valid || test.valid && s.Any() != test.want {
			t.Errorf("%s=%q: got %v, valid %v, want %v, valid %v", test.p.Name, test.text, s.Value, s.Valid(), test.want, test.valid)
		}
	}
}

// Parameters that are not set have their defaults, and the last setting of one counts.
func TestSettings(t *testing.T) {
	var none Settings
	if none.Int(count) != 3 || none.Float(share) != 0.5 || none.Word(way) != 0 || none.On(strict) {
		t.Error("the defaults are not those that were declared")
	}
	s := Settings{count.To(7), way.Word("right"), count.To(9), strict.On()}
	if s.Int(count) != 9 || s.Word(way) != 1 || !s.On(strict) || s.Float(share) != 0.5 {
		t.Errorf("got %v %v %v %v", s.Int(count), s.Word(way), s.On(strict), s.Float(share))
	}
}

func TestWant(t *testing.T) {
	for p, want := range map[*Param][2]string{
		count:  {"a whole number from 1 to 10", "3"},
		share:  {"a number from 0.25 to 1", "0.5"},
		way:    {"one of left, right", "left"},
		strict: {"true or false", "false"},
	} {
		must.Be(t, p.Want() == want[0] && p.Initial() == want[1], "%s: got %q, default %q, want %q", p.Name, p.Want(), p.Initial(), want)
	}
}
