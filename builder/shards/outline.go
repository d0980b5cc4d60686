package shards

import (
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/facet"
	"mycel/engine/wire"
)

// outline has the first document, section and chunk of each part of the hierarchy, and behind
// them the numbers of all.
type outline struct{ docs, sections, chunks []uint32 }

// mostOutlines is the most parts of the hierarchy: every query needs all of them.
const mostOutlines = 8

// cutOutline cuts the hierarchy between documents. Its parts are large, because every query reads
// them.
func (x *Index) cutOutline() outline {
	section := func(d int) int {
		if d == 0 {
			return 0
		}
		return int(x.Docs[d-1].SectionEnd)
	}
	chunk := func(s int) int {
		if s == 0 {
			return 0
		}
		return int(x.Sections[s-1].ChunkEnd)
	}
	p := cut(len(x.Docs), func(d int) int {
		return 1 + section(d+1) - section(d) + chunk(section(d+1)) - chunk(section(d))
	}, func(d int) border { return borderAt(x.Docs[d].ID) }, sizeOutline, min(mostOutlines, x.Texts.shareOf(2)))
	o := outline{docs: p.starts()}
	for _, d := range o.docs {
		o.sections = append(o.sections, uint32(section(int(d))))
		o.chunks = append(o.chunks, uint32(chunk(section(int(d)))))
	}
	return o
}

func (x *Index) outlineParts(o outline) (out []encoder) {
	for at := range len(o.docs) - 1 {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) {
				corpus.EncodeOutline(w, x.Docs[o.docs[at]:o.docs[at+1]], x.Sections[o.sections[at]:o.sections[at+1]], o.sections[at], o.chunks[at])
			})
			if x.Boosts == nil {
				p.Add(nil)
			} else {
				p.Add(facet.EncodeBoosts(x.Boosts[o.chunks[at]:o.chunks[at+1]]))
			}
		})
	}
	return out
}
