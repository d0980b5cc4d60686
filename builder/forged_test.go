package builder

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mycel"
	"mycel/builder/cache"
	"mycel/builder/method/all"
	"mycel/builder/summary"
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

// How many forgeries are tried, and which.
const forgedTimes, forgedSeed = 30, 1

// forgeries are what may be done to a value, which has at least a byte.
func forgeries(rng *rand.Rand) []func(value []byte) []byte {
	set := func(to func(was byte) byte) func([]byte) []byte {
		return func(b []byte) []byte {
			i := rng.IntN(len(b))
			if rng.IntN(3) == 0 {
				i = rng.IntN(min(len(b), 8)) // where most counts are
			}
			b[i] = to(b[i])
			return b
		}
	}
	return []func([]byte) []byte{
		set(func(byte) byte { return byte(rng.Uint32()) }),
		set(func(was byte) byte { return was + 1 }),
		set(func(was byte) byte { return was - 1 }),
		set(func(byte) byte { return 0 }),
		set(func(byte) byte { return 0x7f }),
		func(b []byte) []byte { return slices.Insert(b, rng.IntN(len(b)), 0xff, 0xff, 0x03) },
		func(b []byte) []byte { return slices.Delete(b, 0, 1+rng.IntN(len(b))) },
		func([]byte) []byte { return nil },
	}
}

// A cache whose checksum is right and whose records are nonsense makes no build fail, and
// no bundle that is refused.
func TestForgedCache(t *testing.T) { forgeCaches(t, forgedTimes) }

// TestForgedCache with a thousand forgeries for each configuration.
func TestSoakForgedCache(t *testing.T) {
	soak(t)
	forgeCaches(t, 1000)
}

func forgeCaches(t *testing.T, times int) {
	for name, c := range map[string]Config{
		"plain":   {ChunkTokens: 40, Summary: summary.Options{Group: 2, MaxTokens: 40}},
		"systems": {ChunkTokens: 40, With: all.Methods(), Vectors: true},
	} {
		t.Run(name, func(t *testing.T) { forgeAndBuild(t, c, times) })
	}
}

func forgeAndBuild(t *testing.T, c Config, times int) {
	g := newGarden(t, 20)
	temp := t.TempDir()
	out, file := filepath.Join(temp, "out"), filepath.Join(temp, "file")
	g.build(c, out, file)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(forgedSeed, 0))
	changes := forgeries(rng)
	for range times {
		number, change := rng.IntN(entriesOf(good)), rng.IntN(len(changes))
		bad := forge(good, number, func(value []byte) []byte {
			if len(value) == 0 {
				return value
			}
			return changes[change](value)
		})
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		g.build(c, out, file)
		b, err := mycel.Open(out)
		if err == nil {
			err = b.LoadAll(t.Context())
		}
		if err == nil {
			_, err = b.Search(t.Context(), "the water level of Brask", engine.Options{})
		}
		if err != nil {
			t.Errorf("entry %d, change %d: %v", number, change, err)
		}
	}
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
