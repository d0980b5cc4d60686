// Package all lists the methods of retrieval for which a bundle can be built.
package all

import (
	"slices"

	"mycel/builder/method"
	"mycel/builder/method/darag"
	"mycel/builder/method/ketrag"
	"mycel/builder/method/noderag"
	"mycel/engine/param"
)

// Methods returns all methods, in the order of their parts.
func Methods() []method.Method { return []method.Method{ketrag.Method, noderag.Method, darag.Method} }

// Params lists the parameters of all methods.
func Params() (params []*param.Param) {
	for _, m := range Methods() {
		params = append(params, m.Params...)
	}
	return params
}

// Names lists the names of the methods.
func Names() (names []string) {
	for _, m := range Methods() {
		names = append(names, m.Name)
	}
	return names
}

// Named returns the methods with these names, with default settings; it ignores other names.
func Named(names ...string) []method.Method { return With(names) }

// With returns the methods with these names, with these settings; it ignores other names.
func With(names []string, settings ...param.Setting) (methods []method.Method) {
	for _, m := range Methods() {
		if m.Settings = settings; slices.Contains(names, m.Name) {
			methods = append(methods, m)
		}
	}
	return methods
}
