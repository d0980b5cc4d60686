package strategy

import "mycel/engine/param"

// ModeWords is the mode of keyword search, and of lists for queries without words.
const ModeWords = "bm25"

// Modes lists the names of all modes, the default first.
func Modes() (list []string) {
	for _, m := range registered {
		list = append(list, m.Modes...)
	}
	return list
}

// FindParameter returns the parameter of that name that requests may set, nil if there is
// none.
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

// FindSwitch returns the parameter of that name, those for comparisons included; nil if
// there is none.
func FindSwitch(name string) *param.Param {
	for _, m := range registered {
		if p := param.Find(m.Switches, name); p != nil {
			return p
		}
	}
	return FindParameter(name)
}
