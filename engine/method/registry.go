package method

import (
	"mycel/engine/bundle"
	"mycel/engine/param"
)

var registered []*Method

// Register makes methods available to all searchers, in this order behind those that are available already. The first
// mode of the first is the default. Functions init of the programs that have them call it.
//
//go:noinline
func Register(methods ...*Method) { registered = append(registered, methods...) }

// Registered lists the methods that have been registered.
func Registered() []*Method { return registered }

// ModeWords is the mode of keyword search, and of lists for queries without words.
const ModeWords = "bm25"

// ModeWhole names the mode that answers questions about the whole, "" if no registered method has one.
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

// FindParameter returns the parameter of that name that requests may set, nil if there is none.
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

// Systems lists the modes that an index answers in only if it was built with them: mycel build --with NAME.
func Systems() []string { return SystemsOf(func(string) bool { return true }) }

// SystemsOf lists those that an index was built with, by the groups of parts that it has.
func SystemsOf(has func(group string) bool) []string {
	modes := []string{}
	for _, m := range bundle.MethodGroups() {
		if has(m.Group) {
			modes = append(modes, m.Mode)
		}
	}
	return modes
}
