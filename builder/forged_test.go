package builder

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mycel"
	"mycel/builder/cache"
	"mycel/builder/method/all"
	"mycel/engine"
)

// Sizes of the frame around values of a cache, see package cache.
const (
	cacheHead  = 20 + len(cache.Key{})
	cacheEntry = len(cache.Key{}) + 16
)

// forge replaces the value of an entry of a cache, counted from 0, and has the checksums
// be right.
func forge(content []byte, number int, change func(value []byte) []byte) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	n := entriesOf(content)
	old := content[len(content)-8-n*cacheEntry:]
	out, index := slices.Clone(content[:cacheHead]), []byte(nil)
	for i := range n {
		row := old[i*cacheEntry:]
		place := row[len(cache.Key{}):]
		start, length := binary.LittleEndian.Uint64(place), binary.LittleEndian.Uint32(place[8:])
		value := content[start:][:length]
		if i == number {
			value = change(slices.Clone(value))
		}
		index = binary.LittleEndian.AppendUint64(append(index, row[:len(cache.Key{})]...), uint64(len(out)))
		index = binary.LittleEndian.AppendUint32(index, uint32(len(value)))
		index = binary.LittleEndian.AppendUint32(index, crc32.Checksum(value, table))
		out = append(out, value...)
	}
	out = append(out, index...)
	out = binary.LittleEndian.AppendUint32(out, uint32(n))
	return binary.LittleEndian.AppendUint32(out, crc32.Update(crc32.Checksum(content[20:cacheHead], table), table, index))
}

func entriesOf(content []byte) int { return int(binary.LittleEndian.Uint32(content[len(content)-8:])) }

// forgedPages have something in every field of a record: metadata, filters, a heading without text, listings,
// words with diacritics in two languages, a page without text.
var forgedPages = map[string]string{
	"a.md": "---\ntitle: The Float Gauge\nlang: en\ndescription: A gauge of Brask\ntags: [water, gauges]\ndate: 2018-01-02\nboost: 1.5\naliases: [old.html]\n---\n" +
		"The float gauge of Edvard Lund measures the `water_level` of [Brask](b.md#weirs). `useEffect` runs. NASA has a float gauge.\n\n" +
		"## Reading it\n\nLund reads it. The water level of Brask is near 3 m.\n\n```rust\nfn main() { let map = HashMap::new(); }\n```\n",
	"b.md": "---\nlang: fr\n---\n# Brask\n\nLes écluses de Brask sont près de la rivière. Edvard Lund habite à Brask.\n\n## Weirs\n\n### The Weir\n\nLa hauteur des écluses.\n",
	"c.md": "---\ntitle: Nothing\n---\n",
}

// forgeries put other bytes in the place of one: neighbouring, small and large numbers, and such as no
// number may be.
var forgeries = []func(was byte) string{
	func(was byte) string { return string([]byte{was + 1}) },
	func(was byte) string { return string([]byte{was - 1}) },
	func(byte) string { return "\x00" },
	func(byte) string { return "\x7f" },
	func(byte) string { return "\xff\xff\x03" },
	func(byte) string { return "\xff\xff\xff\xff\x07" },
	func(byte) string { return "\xff\xff\xff\xff\x0f" },
}

// A cache whose checksums are right and whose records are nonsense makes no build fail, and no bundle
// that is refused. The checks of records have tests of their own: TestRefusedRecords,
// TestRefusedDocuments and TestCandidatesRecord.
func TestForgedCache(t *testing.T) { forgeCaches(t, 61, 499) }

// TestSoakForgedCache puts every forgery in the place of every byte, of each fifth with all methods.
func TestSoakForgedCache(t *testing.T) {
	soak(t)
	forgeCaches(t, 1, 5)
}

func forgeCaches(t *testing.T, plain, systems int) {
	t.Run("plain", func(t *testing.T) { forgeAndBuild(t, Config{ChunkTokens: 24}, plain) })
	t.Run("systems", func(t *testing.T) {
		forgeAndBuild(t, Config{ChunkTokens: 24, With: all.Methods(), Vectors: true}, systems)
	})
}

// forgeAndBuild tries every step-th forgery.
func forgeAndBuild(t *testing.T, c Config, step int) {
	g := &garden{t: t, dir: t.TempDir(), pages: map[string]string{}}
	for name, text := range forgedPages {
		g.write(name, text)
	}
	temp := t.TempDir()
	out, file := filepath.Join(temp, "out"), filepath.Join(temp, "file")
	g.build(c, out, file)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tried, taken, next := 0, 0, 0
	for number := range entriesOf(good) {
		var value []byte
		forge(good, number, func(v []byte) []byte { value = v; return v })
		compressed := bytes.HasPrefix(value, []byte("\x1f\x8b")) // a file, which is held against its content
		for at := range value {
			if compressed && at != len(value)/2 {
				continue
			}
			for i, forgery := range forgeries {
				if next++; next%step > 0 && !(compressed && i == 0) {
					continue
				}
				bad := forge(good, number, func(v []byte) []byte {
					return slices.Concat(v[:at], []byte(forgery(v[at])), v[at+1:])
				})
				if err := os.WriteFile(file, bad, 0o600); err != nil {
					t.Fatal(err)
				}
				c.Output, c.Cache, c.Version, c.Docs = out, file, "test", []string{g.dir}
				r, err := Build(t.Context(), c)
				if err == nil {
					taken += r.Reuse.Pages
					err = readAll(t, out)
				}
				if err != nil {
					t.Errorf("entry %d, byte %d, forgery %d: %v", number, at, i, err)
				}
				tried++
			}
		}
	}
	t.Logf("%d forged caches, %d pages taken", tried, taken)
	if taken < tried {
		t.Errorf("%d pages of %d caches are taken: the test tests little", taken, tried)
	}
}

// readAll opens a bundle, loads all of it and asks in every mode.
func readAll(t *testing.T, dir string) error {
	b, err := mycel.Open(dir)
	if err == nil {
		err = b.LoadAll(t.Context())
	}
	if err != nil {
		return err
	}
	for _, mode := range b.Engine().Index().Modes() {
		o := engine.Options{Mode: mode}
		if _, err := b.Search(t.Context(), "the water level of Brask, Edvard Lund, NASA", o); err != nil {
			return err
		}
		if _, err := b.Retrieve(t.Context(), "the water level of Brask, Edvard Lund, NASA", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: o}}); err != nil {
			return err
		}
	}
	_, err = b.Overview(t.Context(), "", 500)
	return err
}

// What another program has made is not believed, whatever it depends on.
func TestCacheOfAnotherProgram(t *testing.T) {
	defer func(sum func() (string, error)) { cache.ProgramSum = sum }(cache.ProgramSum)
	cache.ProgramSum = func() (string, error) { return "one", nil }
	g := newGarden(t, 21)
	temp := t.TempDir()
	out, file := filepath.Join(temp, "out"), filepath.Join(temp, "file")
	g.build(Config{}, out, file)
	want := contents(t, out)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range entriesOf(content) {
		content = forge(content, i, func([]byte) []byte { return []byte("of the other program") })
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	cache.ProgramSum = func() (string, error) { return "two", nil }
	r := g.build(Config{}, out, file)
	same(t, "with the cache of another program", want, contents(t, out))
	if r.Reuse.Problem == "" {
		t.Error("no word of it")
	}
}
