package test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
)

// rangeHost serves a folder, and counts the requests for its packs.
type rangeHost struct {
	dir    string
	ranged func(w http.ResponseWriter, pack []byte, first, end int, n int) // answers request n, with a range
	whole  func(w http.ResponseWriter, pack []byte, n int)                 // answers request n without; nil: with the pack

	mu             sync.Mutex
	ranges, wholes int
	wholesOf       map[string]int
}

func (h *rangeHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := filepath.Join(h.dir, filepath.FromSlash(r.URL.Path))
	b, err := os.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if !strings.HasSuffix(name, manifest.PackSuffix) {
		_, _ = w.Write(b)
		return
	}
	var first, last int
	_, noRange := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last)
	h.mu.Lock()
	if noRange == nil {
		h.ranges++
	} else {
		h.wholes++
		h.wholesOf[name]++
	}
	ranges, wholes := h.ranges, h.wholes
	h.mu.Unlock()
	switch {
	case noRange == nil:
		h.ranged(w, b, first, last+1, ranges)
	case h.whole != nil:
		h.whole(w, b, wholes)
	default:
		_, _ = w.Write(b)
	}
}

// partial answers with a range that has a name.
func partial(w http.ResponseWriter, name string, content []byte) {
	w.Header().Set("Content-Range", name)
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(content)
}

func nameOf(first, end int, pack []byte) string {
	return fmt.Sprintf("bytes %d-%d/%d", first, end-1, len(pack))
}

// inverted returns other bytes, as many.
func inverted(b []byte) []byte {
	b = bytes.Clone(b)
	for i := range b {
		b[i] ^= 0x55
	}
	return b
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// sendForever sends zeros until the reader goes.
func sendForever(w http.ResponseWriter) {
	for zeros := make([]byte, 1<<16); ; {
		if _, err := w.Write(zeros); err != nil {
			return
		}
	}
}

// host answers a request with a range. wholes says how often a pack is asked for whole besides.
type host struct {
	ranged func(w http.ResponseWriter, pack []byte, first, end int, n int)
	wholes int
}

// hosts are servers that answer requests with a range in ways of their own. The client for browsers is tested with the same
// (js/test/packhosts.test.js).
var hosts = map[string]host{
	"the range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end])
	}, 0},
	"200 and the pack": {func(w http.ResponseWriter, pack []byte, _, _, _ int) { _, _ = w.Write(pack) }, 0},
	"200 and the pack in gzip": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(gzipped(pack))
	}, 0},
	"200 and the range":     {func(w http.ResponseWriter, pack []byte, first, end, _ int) { _, _ = w.Write(pack[first:end]) }, 1},
	"200 and an error page": {func(w http.ResponseWriter, _ []byte, _, _, _ int) { _, _ = w.Write([]byte("<html>login</html>")) }, 1},
	"200 and brotli unasked": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write(inverted(pack[:len(pack)/2]))
	}, 1},
	"200 and no end": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		_, _ = w.Write(pack)
		sendForever(w)
	}, 1},
	"206 and the pack": {func(w http.ResponseWriter, pack []byte, _, _, _ int) { partial(w, nameOf(0, len(pack), pack), pack) }, 1},
	"206 and the pack by the name of the range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack)
	}, 1},
	"206 and other bytes": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), inverted(pack[first:end]))
	}, 1},
	"206 and the bytes of another range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		at := end % (len(pack) - (end - first))
		partial(w, nameOf(first, end, pack), pack[at:at+end-first])
	}, 1},
	"206 by another name": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, "bytes 0-0/1", pack[first:end])
	}, 1},
	"206 without a name": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.WriteHeader(206)
		_, _ = w.Write(pack[first:end])
	}, 1},
	"206 of unknown length": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, fmt.Sprintf("bytes %d-%d/*", first, end-1), pack[first:end])
	}, 0},
	"206 and the range in gzip": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Encoding", "gzip")
		partial(w, nameOf(first, end, pack), gzipped(pack[first:end]))
	}, 1},
	"206 in several parts": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Type", "multipart/byteranges; boundary=X")
		w.WriteHeader(206)
		fmt.Fprintf(w, "--X\r\nContent-Range: %s\r\n\r\n%s\r\n--X--", nameOf(first, end, pack), pack[first:end])
	}, 1},
	"206 and too little": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end-1])
	}, 1},
	"206 cut short": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Length", fmt.Sprint(end-first))
		partial(w, nameOf(first, end, pack), pack[first:first+5])
	}, 1},
	"206 and nothing": {func(w http.ResponseWriter, pack []byte, first, end, _ int) { partial(w, nameOf(first, end, pack), nil) }, 1},
	"206 and too much": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), append(bytes.Clone(pack[first:end]), 0))
	}, 1},
	"206 and no end": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end])
		sendForever(w)
	}, 1},
	"every second range wrong": {func(w http.ResponseWriter, pack []byte, first, end, n int) {
		if content := pack[first:end]; n%2 == 0 {
			partial(w, nameOf(first, end, pack), content)
		} else {
			partial(w, nameOf(first, end, pack), inverted(content))
		}
	}, 1},
	"400": refusing(400), "401": refusing(401), "403": refusing(403), "405": refusing(405), "416": refusing(416), "500": refusing(500), "501": refusing(501), "503": refusing(503),
}

func refusing(code int) host {
	return host{func(w http.ResponseWriter, _ []byte, _, _, _ int) { w.WriteHeader(code) }, 1}
}

// Whatever comes in the place of a range leads once to the whole pack, and to the same answers.
func TestPackServers(t *testing.T) {
	slotted, listed, questions := inPacks(t)
	listed, _ = repack(t, listed, nil)
	for _, dir := range []string{slotted, listed} {
		local := openBundle(t, dir)
		want := answersOf(t, local, questions[:1])
		for name, test := range hosts {
			h := &rangeHost{dir: dir, ranged: test.ranged, wholesOf: map[string]int{}}
			server := httptest.NewServer(h)
			b := must.Get(mycel.OpenURL(t.Context(), server.URL))(t)
			if got := answersOf(t, b, questions[:1]); !slices.Equal(got, want) {
				t.Errorf("%s: other answers", name)
			}
			server.Close()
			most := 0
			for _, n := range h.wholesOf {
				most = max(most, n)
			}
			if h.ranges == 0 || most != test.wholes {
				t.Errorf("%s: %d ranges, %d times the whole of a pack, want %d", name, h.ranges, most, test.wholes)
			}
		}
	}
}

// A host that has no pack to give, whole or in ranges, is an error that names the pack, in time.
func TestPackServersWithoutPacks(t *testing.T) {
	slotted, _, questions := inPacks(t)
	ranged := hosts["416"].ranged
	for name, whole := range map[string]func(w http.ResponseWriter, pack []byte, n int){
		"404":         func(w http.ResponseWriter, _ []byte, _ int) { w.WriteHeader(404) },
		"503":         func(w http.ResponseWriter, _ []byte, _ int) { w.WriteHeader(503) },
		"other bytes": func(w http.ResponseWriter, pack []byte, _ int) { _, _ = w.Write(inverted(pack)) },
		"cut short":   func(w http.ResponseWriter, pack []byte, _ int) { _, _ = w.Write(pack[:len(pack)-1]) },
		"no end": func(w http.ResponseWriter, pack []byte, _ int) {
			_, _ = w.Write(pack)
			sendForever(w)
		},
	} {
		server := httptest.NewServer(&rangeHost{dir: slotted, ranged: ranged, whole: whole, wholesOf: map[string]int{}})
		b, err := mycel.OpenURL(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = b.Search(t.Context(), questions[0], engine.Options{}); err == nil || !strings.Contains(err.Error(), "/packs/") {
			t.Errorf("%s: got %v", name, err)
		}
		server.Close()
	}
}

// A pack that came whole is taken from memory for its other parts. A server that fails once is asked again.
func TestPacksOnce(t *testing.T) {
	_, listed, _ := inPacks(t)
	h := &rangeHost{dir: listed, ranged: hosts["200 and the pack"].ranged, wholesOf: map[string]int{}}
	server := httptest.NewServer(h)
	defer server.Close()
	b, err := mycel.OpenURL(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		must.OK(t, b.LoadAll(t.Context()))
	}
	if packs := len(b.Manifest().Packs); h.ranges > 6*packs || h.wholes > 0 { // six are asked for at once
		t.Errorf("%d requests for %d packs, %d for the whole", h.ranges, packs, h.wholes)
	}
	failing := &rangeHost{dir: listed, ranged: hosts["400"].ranged, wholesOf: map[string]int{}, whole: func(w http.ResponseWriter, pack []byte, n int) {
		if n == 1 {
			w.WriteHeader(503)
			return
		}
		_, _ = w.Write(pack)
	}}
	again := httptest.NewServer(failing)
	defer again.Close()
	if b, err = mycel.OpenURL(t.Context(), again.URL); err == nil {
		err = b.LoadAll(t.Context())
	}
	must.Be(t, err == nil && failing.wholes >= 2, "%v, %d requests for whole packs", err, failing.wholes)
}
