// Package param declares the parameters of retrieval methods. A method declares each of its parameters once: name,
// kind, range, default and meaning. The checks of requests, the command line, the client's types, the playground's form
// and the table in the documentation follow from that declaration.
package param

import (
	"slices"
	"strconv"
	"strings"

	"mycel/engine/internal/decimal"
)

// Kind is the type of a parameter's values.
type Kind uint8

const (
	Whole  Kind = iota // a whole number
	Number             // any number
	Choice             // one of a few words
	Switch             // on or off; off is the default
)

// Param is the declaration of a parameter. It is immutable, and its address identifies it.
type Param struct {
	Name        string
	Kind        Kind
	Least, Most float64  // of a Whole or Number
	Default     float64  // of a Whole or Number
	Words       []string // of a Choice, the default first
	Meaning     string   // its effect, in a line
}

// Setting is a parameter with the value of a request: the number, the position in Words, or 1 for a switch that is on.
type Setting struct {
	Param *Param
	Value float64
}

// Valid reports whether the parameter accepts the value.
func (s Setting) Valid() bool {
	p := s.Param
	switch p.Kind {
	case Switch:
		return s.Value == 0 || s.Value == 1
	case Choice:
		i := int(s.Value)
		return float64(i) == s.Value && i >= 0 && i < len(p.Words)
	case Whole:
		if float64(int(s.Value)) != s.Value {
			return false
		}
	}
	return s.Value >= p.Least && s.Value <= p.Most
}

// To returns the setting of a number.
func (p *Param) To(number float64) Setting { return Setting{p, number} }

// On returns the setting that turns a switch on.
func (p *Param) On() Setting { return Setting{p, 1} }

// Word returns the setting of a choice. The setting of an unknown word is not Valid.
func (p *Param) Word(word string) Setting {
	return Setting{p, float64(slices.Index(p.Words, word))}
}

// Parse reads the text of a value from a command line. The setting of any other text is not Valid.
func (p *Param) Parse(text string) Setting {
	switch p.Kind {
	case Choice:
		return p.Word(text)
	case Switch:
		if on, err := strconv.ParseBool(text); err != nil {
			return p.To(-1)
		} else if !on {
			return p.To(0)
		}
		return p.On()
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		v = p.Least - 1
	}
	return p.To(v)
}

// Want names the values that the parameter accepts.
func (p *Param) Want() string {
	switch p.Kind {
	case Switch:
		return "true or false"
	case Choice:
		return "one of " + strings.Join(p.Words, ", ")
	case Whole:
		return "a whole number from " + short(p.Least) + " to " + short(p.Most)
	}
	return "a number from " + short(p.Least) + " to " + short(p.Most)
}

// Initial returns the default in words.
func (p *Param) Initial() string {
	switch p.Kind {
	case Switch:
		return "false"
	case Choice:
		return p.Words[0]
	}
	return short(p.Default)
}

func short(f float64) string {
	if whole := int64(f); float64(whole) == f {
		return strconv.FormatInt(whole, 10)
	}
	return string(decimal.Append(nil, float32(f)))
}

// Any returns the value as requests have it: a float64, a word, or a bool.
func (s Setting) Any() any {
	switch s.Param.Kind {
	case Choice:
		return s.Param.Words[int(s.Value)]
	case Switch:
		return s.Value == 1
	}
	return s.Value
}

// Settings are the parameters that a request sets; all others have their defaults. If a parameter is set twice, the
// later setting counts.
type Settings []Setting

// Value returns the value of a parameter.
//
//go:noinline
func (s Settings) Value(p *Param) float64 {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Param == p {
			return s[i].Value
		}
	}
	return p.Default
}

// Int returns the value of a Whole.
//
//go:noinline
func (s Settings) Int(p *Param) int { return int(s.Value(p)) }

// Float returns the value of a Number.
//
//go:noinline
func (s Settings) Float(p *Param) float32 { return float32(s.Value(p)) }

// Has reports whether a parameter is set.
func (s Settings) Has(p *Param) bool {
	return slices.ContainsFunc(s, func(x Setting) bool { return x.Param == p })
}

// Word returns the position of the chosen word of a Choice.
//
//go:noinline
func (s Settings) Word(p *Param) uint8 { return uint8(s.Value(p)) }

// On reports whether a Switch is on.
//
//go:noinline
func (s Settings) On(p *Param) bool { return s.Value(p) != 0 }

// Find returns the parameter of that name, or nil.
func Find(list []*Param, name string) *Param {
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	return nil
}
