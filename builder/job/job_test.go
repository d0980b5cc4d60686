package job

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/varint"
	"mycel/internal/must"
)

// Splits of any size cover a file in its order, and all but the last end at the end of a line.
func TestSplits(t *testing.T) {
	content := "one\n\ntwo " + strings.Repeat("long", 30_000) + "\nthree\nfour"
	file := must.File(t, "lines", content)
	for size := int64(1); size < int64(2*len(content)); size += 1 + size/3 {
		splits := must.Get(Splits([]string{file}, size))(t)
		at := int64(0)
		for _, s := range splits {
			if s.Start != at || s.End < min(at+size, int64(len(content))) || s.End < int64(len(content)) && content[s.End-1] != '\n' {
				t.Fatalf("size %d: %+v", size, splits)
			}
			at = s.End
		}
		must.Hold(t, at == int64(len(content)), "size %d: the splits end at %d of %d", size, at, len(content))
	}
	must.Say(t, must.Err(Splits([]string{t.TempDir()}, 1)), "it is a folder", "splits of a folder")
}

// Items come back in the order of splits, then in their own, whatever the order of the records.
func TestRecords(t *testing.T) {
	var records [][]byte
	var want []string
	for split := range 3 {
		s := NewSender(split, 5, func(shard int, record []byte) error {
			records = append(records, record)
			return nil
		})
		for i := range 40 * split {
			item := strings.Repeat(string(rune('a'+i%26)), 20_000)
			want = append(want, item)
			s.String(item)
			must.OK(t, s.Next())
		}
		must.OK(t, s.Close())
	}
	must.Hold(t, len(records) >= 8, "%d records, want several of a split", len(records))
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(records), func(i, k int) { records[i], records[k] = records[k], records[i] })
	received := must.Get(Receive(5, 3, records))(t)
	var got []string
	for _, r := range received {
		for items := varint.NewReader(r.Items); !items.AtEnd(); {
			got = append(got, items.String())
		}
	}
	must.Be(t, slices.Equal(got, want), "the items are others, or in another order")
	for i := range records {
		must.Say(t, must.Err(Receive(5, 3, slices.Delete(slices.Clone(records), i, i+1))), "missing", "without record %d", i)
		must.Say(t, must.Err(Receive(5, 3, append(slices.Clone(records), records[i]))), "twice", "with record %d twice", i)
	}
	must.Say(t, must.Err(Receive(5, 2, records)), "the plan has 2 splits", "records of a split that is not planned")
}

// A record that ends early or goes on behind its items is refused.
func TestDamagedRecords(t *testing.T) {
	var record []byte
	s := NewSender(0, 1, func(_ int, b []byte) error { record = b; return nil })
	s.String("item")
	must.OK(t, errors.Join(s.Next(), s.Close()))
	must.Get(Receive(0, 1, [][]byte{record}))(t)
	for n := range 3 {
		must.Say(t, must.Err(Receive(0, 1, [][]byte{slices.Clone(record[:n])})), "shard 0: damaged record", "%d bytes of %d", n, len(record))
	}
}

// A file without content is empty, and a folder is no file.
func TestMapFile(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"", "content"} {
		file := filepath.Join(dir, "file")
		must.OK(t, os.WriteFile(file, []byte(content), 0o600))
		got, err := mapFile(file)
		must.Be(t, err == nil && string(got) == content, "got %q and %v, want %q", got, err, content)
	}
	must.Be(t, must.Err(mapFile(dir)) != nil, "a folder was read")
}

// A file is the plan, the content, and the CRC-32C of both in four bytes, the lowest first. One of another plan is refused, and
// so is one with any byte changed, cut off or added.
func TestFolder(t *testing.T) {
	f := Folder{Dir: t.TempDir(), Plan: [8]byte([]byte("the plan"))}
	must.OK(t, f.Write("a", []byte("123456789")))
	name := filepath.Join(f.Dir, "a")
	whole, err := os.ReadFile(name)
	must.Be(t, err == nil && string(whole) == "the plan123456789~\xa1\xae\x12", "the file has %q, %v", whole, err)
	read := func(content []byte) (string, error) {
		must.OK(t, os.WriteFile(name, content, 0o600))
		b, err := f.Read("a")
		return string(b), err
	}
	if got, err := read(whole); got != "123456789" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for i := range whole {
		changed := slices.Clone(whole)
		changed[i] ^= 1
		for _, damaged := range [][]byte{changed, whole[:i], append(whole[:i:i], whole[i+1:]...), append(slices.Clone(whole), 0)} {
			if got, err := read(damaged); err == nil || !strings.Contains(err.Error(), "run its task again") {
				t.Errorf("%q is read as %q, %v", damaged, got, err)
			}
		}
	}
	f.Plan[0]++
	must.Say(t, must.Err(read(whole)), "of another plan", "a file of another plan")
	must.Say(t, must.Err(f.Read("b")), "is missing: run its task", "no file")
	must.OK(t, os.WriteFile(filepath.Join(f.Dir, tempPrefix+"1"), nil, 0o600))
	must.OK(t, f.Tidy())
	left, _ := os.ReadDir(f.Dir)
	must.Be(t, len(left) == 1 && left[0].Name() == "a", "%v is left", left)
}
