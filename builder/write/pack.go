package write

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine/bundle"
	"mycel/manifest"
)

// Pack writes the container that engine/bundle reads: see engine/bundle/FORMAT.md. It returns the ends of its
// sections.
func Pack(h bundle.Header, sections []bundle.Section) (content []byte, ends []int, err error) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseCompactInts(true)
	fields := []any{"engine", h.Engine, "language", h.Language, "tokenizer", h.Tokenizer}
	h.Counts.Each(func(key string, n int) { fields = append(fields, key, uint64(n)) })
	err = errors.Join(enc.EncodeMulti(bundle.Magic, uint64(bundle.Version)), enc.EncodeMapLen(len(fields)/2), enc.EncodeMulti(fields...), enc.EncodeArrayLen(len(sections)))
	for _, s := range sections {
		err = errors.Join(err, enc.Encode([]any{s.Name, uint64(len(s.Data)), uint64(crc32.ChecksumIEEE(s.Data))}))
	}
	if err := fits(sections, buf.Len()); err != nil {
		return nil, nil, err
	}
	for _, s := range sections {
		err = errors.Join(err, enc.EncodeBytesLen(len(s.Data)))
		buf.Write(s.Data)
		ends = append(ends, buf.Len())
	}
	return buf.Bytes(), ends, err
}

// fits refuses sections that, with the header, are larger than readers unpack.
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
