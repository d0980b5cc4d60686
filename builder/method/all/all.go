// Package all lists the methods of retrieval that a bundle can be built for.
package all

import (
	"slices"

	"mycel/builder/method"
	"mycel/builder/method/darag"
	"mycel/builder/method/ketrag"
	"mycel/builder/method/noderag"
)

// Methods returns all methods with the default options, in the order of their parts.
func Methods() []method.Method {
	return method.Sort([]method.Method{ketrag.Method{}, noderag.Method{}, darag.Method{}})
}

// Names lists the names of the methods.
func Names() (names []string) {
	for _, m := range Methods() {
		names = append(names, m.Name())
	}
	return names
}

// Named returns the methods of the names; other names are left out.
func Named(names ...string) []method.Method {
	return slices.DeleteFunc(Methods(), func(m method.Method) bool { return !slices.Contains(names, m.Name()) })
}
