package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/method"
	"mycel/engine/param"
)

// addParameters adds -k and --param to the flags of a command that ranks. find knows the
// parameters that --param may set.
func addParameters(f *pflag.FlagSet, o *method.Options, find func(name string) *param.Param) {
	f.VarP(parameterValue(find("k"), o.Set), "k", "k", "hits wanted (default 10)")
	f.Var(&parameterList{o: o, find: find}, "param", "`NAME=VALUE` of a parameter of the method, see mycel methods; may be repeated")
}

// parameterValue is the value of the flag or setting of one parameter.
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
