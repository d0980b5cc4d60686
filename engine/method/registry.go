package method

import (
	"mycel/engine/bundle"
	"mycel/engine/param"
)

var registered []*Method

// Register makes methods available to all searchers, behind the methods that are registered already. The first mode
// of the first method is the default. Programs call it in init functions.
//
//go:noinline
func Register(methods ...*Method) { registered = append(registered, methods...) }

// Registered lists the methods that have been registered.
func Registered() []*Method { return registered }

// ModeWords is the mode of keyword search, and of lists for queries without words.
const ModeWords = "bm25"

// ModeWhole returns the mode that answers questions about the whole; "" if no registered method has one.
func ModeWhole() string {
	for _, m := range registered {
		if m.Whole {
			return m.Modes[0]
		}
	}
	return ""
}

// Modes lists the names of all modes, the default first.
func Modes() (list []string) {
	for _, m := range registered {
		list = append(list, m.Modes...)
	}
	return list
}

// FindParameter returns the parameter with a name that requests may set; nil if there is none.
func FindParameter(name string) *param.Param {
	if p := param.Find(common, name); p != nil {
		return p
	}
	for _, m := range registered {
		if p := param.Find(m.Params, name); p != nil {
			return p
		}
	}
	return nil
}

// Systems lists the modes for which an index needs data of their own: mycel build --with NAME.
func Systems() []string { return SystemsOf(func(string) bool { return true }) }

// SystemsOf lists the modes of this kind that an index has, by the groups of parts that it has.
func SystemsOf(has func(group string) bool) []string {
	modes := []string{}
	for _, m := range bundle.MethodGroups() {
		if has(m.Group) {
			modes = append(modes, m.Mode)
		}
	}
	return modes
}
