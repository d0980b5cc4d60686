package manifest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// A range of a pack is fetched with the header Range. Any other response than the range leads to the whole pack, once.
// A server without ranges sends it at once (200). After any other response, and if a part of the range cannot be used,
// the pack is fetched past all caches. It is checked against the size in the table of packs and the sum in its name.

// maxPacks is the most bytes of whole packs in memory.
const maxPacks = 16 << 20

// wholePacks keeps the last packs that came whole.
type wholePacks struct {
	mu   sync.Mutex
	list []wholePack

	fetching sync.Mutex // held while a pack is fetched, so that no pack is fetched twice
}

type wholePack struct {
	path    string
	content []byte
}

// get returns a pack; nil if it is not in memory.
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
	for ; size > maxPacks && len(w.list) > 1; w.list = w.list[1:] {
		size -= len(w.list[0].content)
	}
}

// Slice returns n bytes of a pack.
func (r *remote) Slice(ctx context.Context, pack File, at, n int64) ([]byte, error) {
	whole := r.packs.get(pack.Path)
	if whole == nil {
		b, err := r.fetchRange(ctx, pack, at, n)
		if b != nil || err != nil {
			return b, err
		}
		if whole, err = r.Whole(ctx, pack); err != nil {
			return nil, err
		}
	}
	b, err := Slice(whole, at, n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Place(pack.Path), err)
	}
	return b, nil
}

// fetchRange fetches n bytes of a pack. It returns nil if the server sends something else.
func (r *remote) fetchRange(ctx context.Context, pack File, at, n int64) ([]byte, error) {
	var response *http.Response
	_, err := twice(ctx, func() (b []byte, again bool, err error) {
		response, again, err = r.request(ctx, pack.Path, map[string]string{"Range": fmt.Sprintf("bytes=%d-%d", at, at+n-1)})
		return nil, again, err
	})
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		return nil, fmt.Errorf("%s: %w: the server answers %s", r.Place(pack.Path), fs.ErrNotExist, response.Status)
	case http.StatusPartialContent:
		// It is the range only if the headers say so, the length fits and it is not encoded.
		b, ok, err := readAtMost(response.Body, n, n)
		if err == nil && ok && int64(len(b)) == n && response.Header.Get("Content-Encoding") == "" &&
			strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-%d/", at, at+n-1)) {
			return b, nil
		}
	case http.StatusOK:
		r.packs.fetching.Lock()
		defer r.packs.fetching.Unlock()
		whole := r.packs.get(pack.Path)
		if whole == nil {
			whole, _ = r.keepWhole(response, pack)
		}
		if whole != nil {
			return Slice(whole, at, n)
		}
	}
	return nil, ctx.Err()
}

// Whole fetches a pack past all caches. A pack in memory has already been checked against the sum in its name.
func (r *remote) Whole(ctx context.Context, pack File) ([]byte, error) {
	r.packs.fetching.Lock()
	defer r.packs.fetching.Unlock()
	if whole := r.packs.get(pack.Path); whole != nil {
		return whole, nil
	}
	return twice(ctx, func() ([]byte, bool, error) {
		response, again, err := r.request(ctx, pack.Path, map[string]string{"Cache-Control": "no-cache"})
		if err != nil {
			return nil, again, err
		}
		defer response.Body.Close()
		whole, err := r.keepWhole(response, pack)
		return whole, err != nil && !errors.Is(err, errOther) && ctx.Err() == nil, err
	})
}

// errOther is the error of an answer that is not the pack.
var errOther = errors.New("the server sends other bytes than the pack")

// keepWhole reads a response with a whole pack.
func (r *remote) keepWhole(response *http.Response, pack File) ([]byte, error) {
	content, ok, err := readEncoded(response, pack)
	if err == nil && (!ok || !pack.isPack(content)) {
		err = errOther
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Place(pack.Path), err)
	}
	r.packs.add(pack.Path, content)
	return content, nil
}
