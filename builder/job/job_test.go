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
)

// Splits of any size cover a file in its order, and all but the last end at the end of a line.
func TestSplits(t *testing.T) {
	content := "one\n\ntwo " + strings.Repeat("long", 30_000) + "\nthree\nfour"
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for size := int64(1); size < int64(2*len(content)); size += 1 + size/3 {
		splits, err := Splits([]string{file}, size)
		if err != nil {
			t.Fatal(err)
		}
		at := int64(0)
		for _, s := range splits {
			if s.Start != at || s.End < min(at+size, int64(len(content))) || s.End < int64(len(content)) && content[s.End-1] != '\n' {
				t.Fatalf("size %d: %+v", size, splits)
			}
			at = s.End
		}
		if at != int64(len(content)) {
			t.Fatalf("size %d: the splits end at %d of %d", size, at, len(content))
		}
	}
	if _, err := Splits([]string{t.TempDir()}, 1); err == nil || !strings.Contains(err.Error(), "it is a folder") {
		t.Errorf("splits of a folder: %v", err)
	}
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
			if err := s.Next(); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(records) < 8 {
		t.Fatalf("%d records, want several of a split", len(records))
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(records), func(i, k int) { records[i], records[k] = records[k], records[i] })
	received, err := Receive(5, 3, records)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range received {
		for items := varint.NewReader(r.Items); !items.AtEnd(); {
			got = append(got, items.String())
		}
	}
	if !slices.Equal(got, want) {
		t.Error("the items are others, or in another order")
	}
	for i := range records {
		if _, err := Receive(5, 3, slices.Delete(slices.Clone(records), i, i+1)); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("without record %d: %v", i, err)
		}
		if _, err := Receive(5, 3, append(slices.Clone(records), records[i])); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("with record %d twice: %v", i, err)
		}
	}
	if _, err := Receive(5, 2, records); err == nil || !strings.Contains(err.Error(), "the plan has 2 splits") {
		t.Errorf("records of a split that is not planned: %v", err)
	}
}

// A record that ends early or goes on behind its items is refused.
func TestDamagedRecords(t *testing.T) {
	var record []byte
	s := NewSender(0, 1, func(_ int, b []byte) error { record = b; return nil })
	s.String("item")
	if err := errors.Join(s.Next(), s.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Receive(0, 1, [][]byte{record}); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if _, err := Receive(0, 1, [][]byte{slices.Clone(record[:n])}); err == nil || !strings.Contains(err.Error(), "shard 0: damaged record") {
			t.Errorf("%d bytes of %d: %v", n, len(record), err)
		}
	}
}

// A file without content is empty, and a folder is no file.
func TestMapFile(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"", "content"} {
		file := filepath.Join(dir, "file")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := mapFile(file); err != nil || string(got) != content {
			t.Errorf("got %q and %v, want %q", got, err, content)
		}
	}
	if _, err := mapFile(dir); err == nil {
		t.Error("a folder was read")
	}
}
