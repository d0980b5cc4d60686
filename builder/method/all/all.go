// Package all lists the methods of retrieval that a bundle can be built for.
package all

import (
	"slices"

	"mycel/builder/method"
	"mycel/builder/method/darag"
	"mycel/builder/method/ketrag"
	"mycel/builder/method/noderag"
	"mycel/engine/param"
)

var kinds = []method.Kind{ketrag.Kind, noderag.Kind, darag.Kind}

// Params lists the parameters of all methods.
func Params() (params []*param.Param) {
	for _, k := range kinds {
		params = append(params, k.Params...)
	}
	return params
}

// Methods returns all methods with these settings, in the order of their parts.
func Methods(settings ...param.Setting) (methods []method.Method) {
	for _, k := range kinds {
		methods = append(methods, k.New(settings))
	}
	return method.Sort(methods)
}

// Names lists the names of the methods.
func Names() (names []string) {
	for _, m := range Methods() {
		names = append(names, m.Name())
	}
	return names
}

// Named returns the methods of the names, with the default options; other names are left out.
func Named(names ...string) []method.Method { return With(names) }

// With returns the methods of the names with these settings; other names are left out.
func With(names []string, settings ...param.Setting) []method.Method {
	return slices.DeleteFunc(Methods(settings...), func(m method.Method) bool { return !slices.Contains(names, m.Name()) })
}
