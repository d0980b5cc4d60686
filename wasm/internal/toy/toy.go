// Package toy is a method of retrieval in a hundred lines, the example in CONTRIBUTING.md. It
// ranks by the first passages that mention an entity of the query, which it reads from a section
// of its own. Its test has the builder's side, and queries it natively and in wasm.
package toy

import (
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/wire"
)

// Mode is the mode of the method.
const Mode = "toy"

// Group is the group of its parts.
var Group = bundle.MethodGroup{Group: "toy", Mode: Mode, Sections: []string{"toy"}}

// First is its parameter.
var First = &param.Param{Name: "toyFirst", Least: 1, Most: MaxFirst, Default: 3, Meaning: param.Text("passages of each entity")}

// MaxFirst is the most passages of an entity in the section.
const MaxFirst = 5

// Method is the method.
var Method = &method.Method{
	Name: "toy", Modes: []string{Mode}, Summary: param.Text("The first passages that mention an entity of the query."),
	Params: []*param.Param{First}, Group: Group.Group, Load: decode,
	Open: func(s *method.Searcher) method.Ranker { return (&ranker{s, method.Own[*section](s.Index)}).rank },
}

func init() {
	bundle.AddGroup(Group)
	method.Register(Method)
}

// section has the first chunks of each entity, ascending.
type section struct{ chunks [][]uint32 }

// Encode writes the section: the first chunks of each entity, ascending.
func Encode(chunks [][]uint32) []byte {
	var w wire.Writer
	for _, list := range chunks {
		w.Uint(uint32(len(list)))
		w.Steps(list)
	}
	return w.Bytes()
}

// decode reads and checks the section.
func decode(x *method.Index, b [][]byte) (any, error) {
	r, s := wire.NewReader(b[0]), &section{}
	for range x.Entities.Len() {
		n := int(r.Uint())
		if n > MaxFirst {
			r.Fail("too many passages of an entity")
		}
		if !r.OK() {
			break
		}
		s.chunks = append(s.chunks, r.Steps(nil, n, x.Corpus.NumChunks()))
	}
	return s, r.Close()
}

type ranker struct {
	s   *method.Searcher
	own *section
}

// rank ranks by the section; keyword search fills the rest of the list.
func (m *ranker) rank(r *method.Request) *method.Ranking {
	m.s.ScoreChunks(r)
	out := &method.Ranking{Mode: Mode, Reason: "a toy was asked for"}
	for _, link := range r.Entities {
		chunks := m.own.chunks[link.Entity]
		for _, c := range chunks[:min(len(chunks), r.Options.Params.Int(First))] {
			out.Items = append(out.Items, method.Item{
				Node: model.NodeID(c), Score: 1, Source: method.Graph, Reasons: method.Over([]model.EntityID{link.Entity}),
			})
		}
	}
	out.Items = m.s.Fill(out.Items, r, method.Filled)
	return out
}
