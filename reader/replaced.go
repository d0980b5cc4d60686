package reader

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"mycel/manifest"
)

// Bundles are replaced while they are read: a build swaps the whole folder, and the names of index and parts change
// with their content. So the manifest of a reader may list files that are gone. For folders and web servers alike the
// reader then does as the browser's client does. If a listed file fails and the manifest has changed, it begins anew,
// once, with the new bundle. If the manifest is the same, the bundle is damaged, and the error stays.

// unread is the error of a file that the manifest lists.
type unread struct{ error }

func (e unread) Unwrap() error { return e.error }

// unreadUnless returns the error of a file that the manifest lists, unless it is that of the context.
func unreadUnless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return unread{err}
}

// replaced returns the manifest that is there by now, if it is another than that with the
// stamp and err may come of that.
func replaced(ctx context.Context, s manifest.Source, stamp [sha256.Size]byte, err error) (raw []byte, ok bool) {
	if !errors.As(err, new(unread)) {
		return nil, false
	}
	raw, failed := manifest.ReadRaw(ctx, s)
	return raw, failed == nil && sha256.Sum256(raw) != stamp
}

// successor holds the bundle that answers in the place of another one. There is no chain
// of them, which would keep every index that ever was in memory.
type successor struct {
	mu     sync.Mutex
	bundle *Bundle // nil as long as nothing was replaced
}

// answer asks one question, which has to call ask alone, so that all of an answer is of
// one bundle: b, or that which has taken its place.
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

// moveOn opens the bundle with a manifest, for this question and those to come, unless another question has done so.
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
