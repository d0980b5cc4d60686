package write

import (
	"bytes"
	"hash/crc32"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine/bundle"
)

// Pack writes the container that engine/bundle reads: see engine/bundle/FORMAT.md.
// ends says where its sections end.
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
	for _, s := range sections {
		p.do(enc.EncodeBytesLen(len(s.Data)))
		buf.Write(s.Data)
		ends = append(ends, buf.Len())
	}
	return buf.Bytes(), ends, p.err
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
