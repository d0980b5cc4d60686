package main

import (
	"fmt"
	"slices"
	"strings"

	"mycel/builder/method/all"
	"mycel/cmd/mycel/internal/usage"
)

// systemList is the value of a flag: systems that a bundle is built with.
type systemList []string

// allSystems stands for every name in a systemList.
const allSystems = "all"

func (l systemList) String() string { return strings.Join(l, ",") }

func (l *systemList) Set(s string) error { return l.Replace(strings.Split(s, ",")) }

func (systemList) Type() string { return "list" }

// Append, Replace and GetSlice make it a list in configuration files, too.
func (l *systemList) Append(name string) error { return l.Replace(append(l.GetSlice(), name)) }

func (l *systemList) Replace(names []string) error {
	var list systemList
	for _, name := range names {
		switch name = strings.TrimSpace(name); {
		case name == allSystems:
			list = append(list, all.Names()...)
		case slices.Contains(all.Names(), name):
			list = append(list, name)
		default:
			known := append(all.Names(), allSystems)
			return fmt.Errorf("got %q, want some of %s%s", name, strings.Join(known, ", "), usage.DidYouMean(usage.Near(known, name)))
		}
	}
	*l = list
	return nil
}

func (l systemList) GetSlice() []string { return slices.Clone(l) }
