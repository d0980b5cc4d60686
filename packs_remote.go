package mycel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// A part in a pack is fetched with the header Range. A server that knows no ranges sends the whole pack
// (200), which stays in memory for its other parts. If another range comes, or bytes that do not
// unpack, the whole pack is fetched past all caches.

// maxPacks is how many bytes of whole packs are in memory.
const maxPacks = 16 << 20

// wholePacks are the last packs that came whole.
type wholePacks struct {
	mu   sync.Mutex
	list []wholePack

	fetching sync.Mutex // held while one is fetched, so that none is fetched twice
}

type wholePack struct {
	path    string
	content []byte
}

// get returns a pack, nil if it is not in memory.
func (w *wholePacks) get(path string) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.list {
		if p.path == path {
			return p.content
		}
	}
	return nil
}

func (w *wholePacks) add(path string, content []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(slices.DeleteFunc(w.list, func(p wholePack) bool { return p.path == path }), wholePack{path, content})
	size := 0
	for _, p := range w.list {
		size += len(p.content)
	}
	for ; size > maxPacks; w.list = w.list[1:] {
		size -= len(w.list[0].content)
	}
}

// unreached is the error of a server that does not answer. Asking it for more mends nothing.
type unreached struct{ error }

func (e unreached) Unwrap() error { return e.error }

// readPacked returns the bytes of a part that is in a pack.
func (r *remote) readPacked(ctx context.Context, f File) ([]byte, error) {
	part, err := f.readPacked(func(at, n int64) ([]byte, error) {
		return twice(ctx, func() ([]byte, bool, error) { return r.slice(ctx, f.Pack, at, n) })
	})
	if err == nil {
		if _, err = f.unpack(part); err == nil {
			return part, nil
		}
	}
	if errors.As(err, new(unreached)) {
		return nil, err
	}
	pack, err := twice(ctx, func() ([]byte, bool, error) { return r.fetchWhole(ctx, f.Pack) })
	if err != nil {
		return nil, err
	}
	part, err = f.readPacked(func(at, n int64) ([]byte, error) { return slice(pack, at, n) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.place(f.Path), err)
	}
	return part, nil
}

// slice fetches n bytes of a pack.
func (r *remote) slice(ctx context.Context, path string, at, n int64) (b []byte, again bool, err error) {
	pack := r.packs.get(path)
	if pack == nil {
		response, again, err := r.request(ctx, path, map[string]string{"Range": fmt.Sprintf("bytes=%d-%d", at, at+n-1)})
		if err != nil {
			return nil, again, unreached{err}
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return r.readRange(ctx, response, path, at, n)
		}
		r.packs.fetching.Lock()
		defer r.packs.fetching.Unlock()
		if pack = r.packs.get(path); pack == nil {
			if pack, again, err = r.readWhole(ctx, response, path); err != nil {
				return nil, again, err
			}
		}
	}
	b, err = slice(pack, at, n)
	return b, false, err
}

// slice returns n bytes of a pack.
func slice(pack []byte, at, n int64) ([]byte, error) {
	if at+n > int64(len(pack)) {
		return nil, fmt.Errorf("the pack ends too early: it has %d bytes, want %d", len(pack), at+n)
	}
	return pack[at : at+n], nil
}

// readRange reads an answer of n bytes of a pack.
func (r *remote) readRange(ctx context.Context, response *http.Response, path string, at, n int64) (b []byte, again bool, err error) {
	got, want := response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-%d/", at, at+n-1)
	if !strings.HasPrefix(got, want) || response.StatusCode != http.StatusPartialContent || response.Header.Get("Content-Encoding") != "" {
		return nil, false, fmt.Errorf("%s: the server answers %s with the range %q, want %s", r.place(path), response.Status, got, want)
	}
	b, ok, err := readAtMost(response.Body, n, n)
	if err != nil {
		return nil, ctx.Err() == nil, unreached{fmt.Errorf("%s: %w", r.place(path), err)}
	}
	if !ok || int64(len(b)) != n {
		return nil, false, fmt.Errorf("%s: the server sends other than %d bytes as the range %s", r.place(path), n, got)
	}
	return b, false, nil
}

// fetchWhole fetches a pack past all caches.
func (r *remote) fetchWhole(ctx context.Context, path string) (pack []byte, again bool, err error) {
	r.packs.fetching.Lock()
	defer r.packs.fetching.Unlock()
	response, again, err := r.request(ctx, path, map[string]string{"Cache-Control": "no-cache"})
	if err != nil {
		return nil, again, unreached{err}
	}
	defer response.Body.Close()
	return r.readWhole(ctx, response, path)
}

// readWhole reads an answer that is a pack.
func (r *remote) readWhole(ctx context.Context, response *http.Response, path string) (pack []byte, again bool, err error) {
	pack, ok, err := readEncoded(response, File{Path: path, Bytes: maxDownload})
	if err != nil {
		return nil, ctx.Err() == nil, unreached{fmt.Errorf("%s: %w", r.place(path), err)}
	}
	if !ok {
		return nil, false, unreached{fmt.Errorf("%s: the server sends more than %d MiB", r.place(path), maxDownload>>20)}
	}
	r.packs.add(path, pack)
	return pack, false, nil
}
