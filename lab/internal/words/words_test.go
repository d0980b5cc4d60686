package words

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// catalogue makes a catalogue of messages, as msgfmt writes them.
func catalogue(messages ...string) []byte {
	head := []uint32{0x950412de, 0, uint32(len(messages)), 0, 20}
	var texts []byte
	for _, m := range messages {
		head = append(head, uint32(len(m)), uint32(20+8*len(messages)+len(texts)))
		texts = append(append(texts, m...), 0)
	}
	var b []byte
	for _, n := range head {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return append(b, texts...)
}

func TestCommon(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.md":    "The lamps burn, lamps burn. Lund knows brass.\n```\nconst wicks\n```\nIt is 10pm, été.\n",
		"b.jsonl": `{"_id": "1", "title": "x", "text": "lamps smoke"}` + "\n",
		"c.mo":    string(catalogue("Project-Id-Version: header\n", "_burn and\x00smoke", "schön brass")),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sources := []string{filepath.Join(dir, "a.md"), filepath.Join(dir, "b.jsonl"), filepath.Join(dir, "c.mo")}
	all, err := Common(sources, 100, func(key string) bool { return key == "smoke" })
	if want := []string{"brass", "burn", "knows", "lamps", "schon"}; err != nil || !slices.Equal(all, want) {
		t.Errorf("%v: got %q, want %q", err, all, want)
	}
	// Words of two texts come before words of one.
	if best, _ := Common(sources, 3, func(string) bool { return false }); !slices.Equal(best, []string{"burn", "lamps", "smoke"}) {
		t.Errorf("the best: %q", best)
	}
	for name, b := range map[string][]byte{"x.mo": []byte("short"), "y.mo": catalogue("a", "b")[:30], "z.jsonl": []byte("{"), "w.gz": []byte("no")} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Common([]string{path}, 1, func(string) bool { return false }); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
