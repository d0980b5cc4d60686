package strategy

import "mycel/engine/param"

// Info describes a method of retrieval. It is for those who list methods; engines do not
// read it.
type Info struct {
	Name     string
	Modes    []string // by which requests name it
	Summary  string
	Source   string
	Params   []*param.Param // that a request may set
	Switches []*param.Param // for comparisons: a request may not set them, callers of the engine may
}

// Methods lists the methods, the default first.
func Methods() []Info {
	list := []Info{
		{Name: "auto", Modes: []string{ModeAuto}, Summary: "Chooses between bm25 and bridge by the query."},
		{Name: "bm25", Modes: []string{ModeBM25}, Summary: "Ranks by the words of the query.", Source: "Robertson & Zaragoza 2009"},
		{Name: "bridge", Modes: []string{ModeBridge}, Summary: "Follows links over entities from the best passages to what they leave open.", Switches: []*param.Param{paramWithout}},
	}
	for i := range list {
		for _, m := range all() {
			if m.name == list[i].Modes[0] {
				list[i].Params = m.params
			}
		}
	}
	for _, m := range registered {
		list = append(list, Info{Name: m.Name, Modes: m.Modes, Summary: m.Summary, Source: m.Source, Params: m.Params, Switches: m.Switches})
	}
	return list
}

// FindParameter returns the parameter of that name that requests may set, nil if there is
// none.
func FindParameter(name string) *param.Param { return find(name, false) }

// FindSwitch returns the parameter of that name, those for comparisons included; nil if
// there is none.
func FindSwitch(name string) *param.Param { return find(name, true) }

func find(name string, switches bool) *param.Param {
	list := Common()
	for _, m := range Methods() {
		list = append(list, m.Params...)
		if switches {
			list = append(list, m.Switches...)
		}
	}
	return param.Find(list, name)
}
