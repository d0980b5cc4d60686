package reader

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"mycel/manifest"
)

// Bundles are replaced while they are read: a build swaps the whole folder, and the names of index and parts change
// with their content. So the manifest of a reader may list files that are gone. In folders and on web servers the
// reader then does the same as the browser's client. If a listed file fails and the manifest has changed, it starts
// again, once, with the new bundle. If the manifest is the same, the bundle is damaged, and the error stays.

// unread is the error of a file that the manifest lists.
type unread struct{ error }

func (e unread) Unwrap() error { return e.error }

// unreadUnless marks an error as that of a listed file, unless the context has ended.
func unreadUnless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return unread{err}
}

// replaced returns the present manifest, if it differs from the one with the stamp and err may have that cause.
func replaced(ctx context.Context, s manifest.Source, stamp [sha256.Size]byte, err error) (raw []byte, ok bool) {
	if !errors.As(err, new(unread)) {
		return nil, false
	}
	raw, failed := manifest.ReadRaw(ctx, s)
	return raw, failed == nil && sha256.Sum256(raw) != stamp
}

// successor holds the bundle that has replaced another. There is no chain of successors, which would keep every index
// that ever was in memory.
type successor struct {
	mu     sync.Mutex
	bundle *Bundle // nil while nothing was replaced
}

// answer asks one question, which may only call ask, so that all of an answer comes from one bundle: b, or the bundle
// that has replaced it.
func (b *Bundle) answer(ctx context.Context, question func(*Bundle) error) error {
	b.next.mu.Lock()
	asked := b.next.bundle
	b.next.mu.Unlock()
	if asked == nil {
		asked = b
	}
	err := question(asked)
	if err == nil || b.whole.Load() {
		return err
	}
	raw, ok := replaced(ctx, b.source, asked.stamp, err)
	if !ok {
		return err
	}
	next, err := b.moveOn(ctx, raw)
	if err != nil {
		return err
	}
	return question(next)
}

// moveOn opens the bundle with a manifest, for this and later questions, unless another question has done so.
func (b *Bundle) moveOn(ctx context.Context, raw []byte) (*Bundle, error) {
	b.next.mu.Lock()
	defer b.next.mu.Unlock()
	if there := b.next.bundle; there != nil && there.stamp == sha256.Sum256(raw) {
		return there, nil
	}
	next, err := openManifest(ctx, b.source, raw)
	if err != nil {
		return nil, err
	}
	b.next.bundle = next
	return next, nil
}
