package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/method"
	"mycel/engine/param"
)

// number is the value of a flag: a whole number within limits. Unset it is 0, which stands for the default. The
// limits must therefore exclude 0 where 0 would have a meaning.
func number(at *int, least, most int) usage.Value[int] {
	return usage.Value[int]{At: at, Kind: "number", Parse: func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("want a whole number from %d to %d", least, most)
		}
		return n, nil
	}}
}

// choice is the value of a flag: one of a few words. Unset it is the first.
func choice[S ~string](at *S, words ...S) usage.Value[S] {
	*at = words[0]
	return oneOf(at, words...)
}

// oneOf is choice without a default.
func oneOf[S ~string](at *S, words ...S) usage.Value[S] {
	var names []string
	for _, word := range words {
		names = append(names, string(word))
	}
	kind := strings.Join(names, "|")
	if len(kind) > 30 { // a column of help has no room for the words
		kind = "NAME"
	}
	return usage.Value[S]{At: at, Kind: kind, Parse: func(s string) (S, error) {
		if !slices.Contains(names, s) {
			return "", fmt.Errorf("want one of %s", strings.Join(names, ", "))
		}
		return S(s), nil
	}}
}

// noArguments refuses arguments that are not flags. hint is the end of the error message.
func noArguments(hint string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage.Errorf("unexpected argument %q%s", args[0], hint)
		}
		return nil
	}
}

// addParameters adds -k and --param to the flags of a command that ranks. find returns a
// parameter that --param may set, by its name.
func addParameters(f *pflag.FlagSet, o *method.Options, find func(name string) *param.Param) {
	f.VarP(parameterValue(find("k"), o.Set), "k", "k", "hits wanted (default 10)")
	f.Var(&parameterList{o: o, find: find}, "param", "`NAME=VALUE` of a parameter of the method, see mycel methods; may be repeated")
}

// parameterValue is the value of a flag or setting that sets one parameter.
func parameterValue(p *param.Param, set func(param.Setting)) usage.Value[string] {
	kind := "number"
	switch p.Kind {
	case param.Choice:
		kind = strings.Join(p.Words, "|")
	case param.Switch:
		kind = "bool"
	}
	return usage.Value[string]{At: new(string), Kind: kind, Parse: func(s string) (string, error) {
		x := p.Parse(s)
		if !x.Valid() {
			return "", fmt.Errorf("want %s", p.Want())
		}
		set(x)
		return s, nil
	}}
}

// parameterList is the value of --param.
type parameterList struct {
	o    *method.Options
	find func(name string) *param.Param
	set  []string
}

func (l *parameterList) String() string { return strings.Join(l.set, ",") }

func (l *parameterList) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("want NAME=VALUE")
	}
	p := l.find(name)
	if p == nil {
		return fmt.Errorf("there is no parameter %q%s", name, usage.DidYouMean(usage.Near(parameterNames(), name)))
	}
	set := p.Parse(value)
	if !set.Valid() {
		return fmt.Errorf("%s: want %s", name, p.Want())
	}
	l.o.Set(set)
	l.set = append(l.set, s)
	return nil
}

func (*parameterList) Type() string { return "NAME=VALUE" }

// parameterNames lists the parameters of all methods.
func parameterNames() (names []string) {
	for _, p := range method.Common() {
		names = append(names, p.Name)
	}
	for _, m := range method.Registered() {
		for _, p := range m.Params {
			names = append(names, p.Name)
		}
	}
	return names
}

// wordList is the value of a flag: some of a few words, in any order.
type wordList struct {
	words, known []string
	all          bool // whether “all” stands for every word
}

// allWords is the value of a wordList that selects every word.
const allWords = "all"

func (l wordList) String() string { return strings.Join(l.words, ",") }

func (l *wordList) Set(s string) error { return l.Replace(strings.Split(s, ",")) }

func (wordList) Type() string { return "list" }

// With Append, Replace and GetSlice, a wordList is a list in configuration files too.
func (l *wordList) Append(word string) error { return l.Replace(append(l.GetSlice(), word)) }

func (l *wordList) Replace(words []string) error {
	known := l.known
	if l.all {
		known = append(slices.Clone(known), allWords)
	}
	var list []string
	for _, word := range words {
		switch word = strings.TrimSpace(word); {
		case !slices.Contains(known, word) || slices.Contains(list, word):
			return fmt.Errorf("got %q, want different ones of %s, with commas between them%s", word, strings.Join(known, ", "), usage.DidYouMean(usage.Near(known, word)))
		case l.all && word == allWords:
			list = append(list, l.known...)
		default:
			list = append(list, word)
		}
	}
	l.words = list
	return nil
}

func (l *wordList) GetSlice() []string { return slices.Clone(l.words) }

func (l *wordList) has(word string) bool { return slices.Contains(l.words, word) }

// flagHint adds similar flags to the error of an unknown flag. Cobra suggests only commands.
func flagHint(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if hint := settingHint(cmd, unknown.GetSpecifiedName()); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	var near []string
	for _, name := range nearNames(cmd.Flags(), unknown.GetSpecifiedName()) {
		near = append(near, "--"+name)
	}
	return fmt.Errorf("%w%s", err, usage.DidYouMean(near))
}

// nearNames lists the flags whose names begin with name or resemble it.
func nearNames(f *pflag.FlagSet, name string) []string {
	var near []string
	f.VisitAll(func(f *pflag.Flag) {
		if usage.IsNear(name, f.Name) {
			near = append(near, f.Name)
		}
	})
	return near
}
