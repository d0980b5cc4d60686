package manifest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"mycel/engine/bundle"
	"mycel/internal/must"
)

// part returns bytes that begin as a compressed part does, with its place.
func part(at, n int) []byte {
	b := append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0}, make([]byte, n-8)...)
	PutPlace(b, at)
	return b
}

// A part is cut out of its pack where it lies, in a slot, or behind the slots; whatever else is there is damage.
func TestCut(t *testing.T) {
	const slot = LeastSlot
	long := part(0, slot)
	pack := must.Get(MakeSlots([][]byte{part(0, 20), long, part(0, slot-SlotHead)}, slot))(t)
	inSlot := func(i int) File { return File{Pack: 1, At: int64(i * slot), Bytes: slot, Slot: true, Unpacked: 100} }
	cut := func(f File, pack []byte) ([]byte, error) {
		return f.cut(func(at, n int64) ([]byte, error) { return Slice(pack, at, n) })
	}
	for i, want := range []int{20, slot, slot - SlotHead} {
		if b, err := cut(inSlot(i), pack); err != nil || len(b) != want {
			t.Errorf("slot %d: %d bytes, %v", i, len(b), err)
		}
	}
	if b, err := cut(File{Pack: 1, At: SlotHead, Bytes: 20}, pack); err != nil || len(b) != 20 {
		t.Errorf("without a slot: %d bytes, %v", len(b), err)
	}
	put := func(at int, n uint32) []byte {
		b := bytes.Clone(pack)
		binary.LittleEndian.PutUint32(b[at:], n)
		return b
	}
	for name, c := range map[string]struct {
		f    File
		pack []byte
		want string
	}{
		"a length beyond all parts":       {inSlot(1), put(slot, 1<<30), "the slot is damaged: 1073741824 bytes"},
		"a place in the slots":            {inSlot(1), put(slot+SlotHead, slot), "the slot is damaged: 64 bytes at byte 64"},
		"a place behind the pack":         {inSlot(1), put(slot+SlotHead, 1<<20), "the pack ends too early"},
		"another part":                    {File{Pack: 1, At: SlotHead + 1, Bytes: 20}, pack, "no part is there, or another one"},
		"the place of another part":       {inSlot(0), put(SlotHead+4, 999), "no part is there, or another one"},
		"nothing":                         {inSlot(0), put(0, 0), "no part is there"},
		"a pack that ends":                {inSlot(2), pack[:2*slot+9], "the pack ends too early: it has 137 bytes, want 192"},
		"a pack that ends in a long part": {inSlot(1), pack[:len(pack)-1], "the pack ends too early"},
	} {
		must.Say(t, must.Err(cut(c.f, c.pack)), c.want, "%s", name)
	}
}

// Tables of packs give back what they were made of; those that name more than there can be are refused before they take memory.
func TestDecodePacks(t *testing.T) {
	packs := []Pack{{Bytes: 2, Runs: []Run{{Count: 2, Firsts: []int{0}, Lengths: []int{1, 1}}}}, {Bytes: 192, Runs: []Run{{Count: 1, Firsts: []int{2, 3}, Lengths: []int{64, 128}}}}}
	b := append(EncodePacks(packs), "ab"...)
	table, sizes, inside, err := decodePacks(b, 2)
	must.Hold(t, err == nil && table.count == 4 && sizes[1] == 192 && string(inside) == "ab", "got %+v, %v, %q, %v", table, sizes, inside, err)
	for id, want := range [][3]int{{0, 0, 1}, {0, 1, 1}, {1, 0, 64}, {1, 64, 128}} {
		pack, at, size, slot := table.place(id)
		must.Be(t, pack == want[0] && at == want[1] && size == want[2] && !slot, "part %d has %d bytes at %d of pack %d", id, size, at, pack)
	}
	for name, c := range map[string]struct {
		packs []Pack
		n     int
	}{
		"another number":       {packs, 3},
		"more bytes than any":  {[]Pack{packs[0], {Bytes: maxPack + 64, Runs: []Run{{Count: 1, Firsts: []int{2}, Lengths: []int{maxPack + 64}}}}}, 2},
		"less than its parts":  {[]Pack{packs[0], {Bytes: 128, Runs: packs[1].Runs}}, 2},
		"more than its parts":  {[]Pack{packs[0], {Bytes: 193, Runs: packs[1].Runs}}, 2},
		"other bytes inside":   {[]Pack{{Bytes: 3, Runs: packs[0].Runs}, packs[1]}, 2},
		"no parts of a run":    {[]Pack{packs[0], {Runs: []Run{{Firsts: []int{2}}}}}, 2},
		"parts that are twice": {[]Pack{packs[0], {Bytes: 192, Runs: []Run{{Count: 1, Firsts: []int{1, 2}, Lengths: []int{64, 128}}}}}, 2},
		"too many parts":       {[]Pack{packs[0], {Bytes: maxPack, Runs: []Run{{Slot: LeastSlot, Count: bundle.MaxParts, Firsts: []int{2}}}}}, 2},
	} {
		if _, _, _, err := decodePacks(append(EncodePacks(c.packs), "ab"...), c.n); !errors.Is(err, errPacks) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Padding leaves the content of a part, and makes its length a multiple of the unit, whatever it was.
func TestPad(t *testing.T) {
	for n := range 2 * LengthUnit {
		var part bytes.Buffer
		w := gzip.NewWriter(&part)
		_, _ = w.Write(bytes.Repeat([]byte{0}, n)) // stored: every length comes
		for i := range n {
			_, _ = w.Write([]byte{byte(i * i)})
			_ = w.Flush()
		}
		_ = w.Close()
		padded := Pad(slices.Clone(part.Bytes()))
		must.Hold(t, len(padded)%LengthUnit == 0 && len(padded) < part.Len()+LengthUnit, "%d bytes became %d", part.Len(), len(padded))
		PutPlace(padded, n)
		r := must.Get(gzip.NewReader(bytes.NewReader(padded)))(t)
		content, err := io.ReadAll(r)
		must.Be(t, err == nil && len(content) == 2*n && isPlaced(padded, int64(n)), "%d bytes gave %d, %v", n, len(content), err)
	}
}

// The packs that came last stay in memory, up to a bound; of one pack the last content counts.
func TestWholePacks(t *testing.T) {
	var w wholePacks
	w.add("a", []byte("1"))
	w.add("b", []byte("2"))
	w.add("a", []byte("3"))
	must.Be(t, string(w.get("a")) == "3" && string(w.get("b")) == "2" && w.get("c") == nil && len(w.list) == 2, "got %+v", w.list)
	w.add("large", make([]byte, maxPacks))
	must.Be(t, w.get("a") == nil && w.get("b") == nil && len(w.get("large")) == maxPacks, "%d packs are in memory beside a large one", len(w.list))
	w.add("larger", make([]byte, maxPacks+1))
	must.Be(t, len(w.list) == 1 && w.get("larger") != nil, "%d packs are in memory", len(w.list))
}

func TestCheckRedirect(t *testing.T) {
	request := func(url string) *http.Request {
		return must.Get(http.NewRequest(http.MethodGet, url, nil))(t)
	}
	for _, c := range []struct {
		from, to string
		n        int
		want     string
	}{
		{"https://a.example/", "https://b.example/", maxRedirects, ""}, {"http://a.example/", "https://b.example/", 1, ""}, {"http://a.example/", "http://b.example/", 1, ""},
		{"https://a.example/", "http://user:secret@b.example/", 1, "redirected from https to http://user:xxxxx@b.example/"},
		{"http://a.example/", "http://b.example/", maxRedirects + 1, "more than"},
	} {
		before := make([]*http.Request, c.n)
		for i := range before {
			before[i] = request(c.from)
		}
		err := checkRedirect(request(c.to), before)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d redirects from %s to %s: %v, want %q", c.n, c.from, c.to, err, c.want)
		}
	}
}

// A request that failed in passing is repeated once; one that its caller gave up is not.
func TestTwice(t *testing.T) {
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		again bool
		ended bool
		want  int
		err   error
	}{
		"in passing": {true, false, 2, failed}, "for good": {false, false, 1, failed}, "given up": {true, true, 1, context.Canceled},
	} {
		ctx, end := context.WithCancel(t.Context())
		if c.ended {
			end()
		}
		calls := 0
		_, err := twice(ctx, func() ([]byte, bool, error) { calls++; return nil, c.again, failed })
		must.Be(t, calls == c.want && errors.Is(err, c.err), "%s: %d requests, %v", name, calls, err)
		end()
	}
	r := &remote{base: &url.URL{Scheme: "https", Host: "a.example", Path: "/"}}
	must.Say(t, must.Err(r.Read(t.Context(), File{Path: "a", Bytes: maxDownload + 1})), "the manifest says it has", "a file that is too large")
}

// As much is read as there may be, and the error of what is read is told.
func TestReadAtMost(t *testing.T) {
	for limit, want := range map[int64]bool{2: false, 3: true, 4: true} {
		if b, ok, err := readAtMost(strings.NewReader("abc"), 0, limit); ok != want || err != nil || ok && string(b) != "abc" {
			t.Errorf("of at most %d: %q, %v, %v", limit, b, ok, err)
		}
	}
	broken := errors.New("broken")
	if _, _, err := readAtMost(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), 0, 9); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
