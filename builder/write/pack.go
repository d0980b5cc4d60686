package write

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine/bundle"
	"mycel/manifest"
)

// Pack writes the container that engine/bundle reads: see engine/bundle/FORMAT.md. ends says where its sections end.
func Pack(h bundle.Header, sections []bundle.Section) (content []byte, ends []int, err error) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseCompactInts(true)
	p := packer{enc: enc}
	p.str(bundle.Magic)
	p.uint(bundle.Version)
	fields := 3
	h.Counts.Each(func(string, int) { fields++ })
	p.do(enc.EncodeMapLen(fields))
	p.str("engine")
	p.str(h.Engine)
	p.str("language")
	p.str(h.Language)
	p.str("tokenizer")
	p.str(h.Tokenizer)
	h.Counts.Each(func(key string, n int) {
		p.str(key)
		p.uint(uint64(n))
	})
	p.do(enc.EncodeArrayLen(len(sections)))
	for _, s := range sections {
		p.do(enc.EncodeArrayLen(3))
		p.str(s.Name)
		p.uint(uint64(len(s.Data)))
		p.uint(uint64(crc32.ChecksumIEEE(s.Data)))
	}
	if err := fits(sections, buf.Len()); err != nil {
		return nil, nil, err
	}
	for _, s := range sections {
		p.do(enc.EncodeBytesLen(len(s.Data)))
		buf.Write(s.Data)
		ends = append(ends, buf.Len())
	}
	return buf.Bytes(), ends, p.err
}

// fits refuses sections that are more, with the header before them, than readers unpack.
func fits(sections []bundle.Section, header int) error {
	const frame = 5 // bytes before the data of a section, at most
	total := header
	for _, s := range sections {
		total += frame + len(s.Data)
	}
	if total <= manifest.MaxUnpacked {
		return nil
	}
	large := slices.SortedStableFunc(slices.Values(sections), func(a, b bundle.Section) int { return len(b.Data) - len(a.Data) })
	var names []string
	for _, s := range large[:min(3, len(large))] {
		names = append(names, fmt.Sprintf("%s %d MiB", s.Name, len(s.Data)>>20))
	}
	return fmt.Errorf("the core of the index has %d MiB, and readers open at most %d: its largest sections are %s; make several bundles of the documents",
		total>>20, manifest.MaxUnpacked>>20, strings.Join(names, ", "))
}

// packer keeps the encoder's first error.
type packer struct {
	enc *msgpack.Encoder
	err error
}

func (p *packer) do(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *packer) str(s string)  { p.do(p.enc.EncodeString(s)) }
func (p *packer) uint(n uint64) { p.do(p.enc.EncodeUint(n)) }
