package mcpserver

import (
	"context"
	"log"
	"sync"
	"time"

	"mycel"
)

// latest holds the newest bundle that could be opened. Clients keep a server for days, in which bundles
// are rebuilt.
type latest struct {
	every time.Duration
	log   *log.Logger

	mu      sync.Mutex
	bundle  *mycel.Bundle
	checked time.Time
}

// current returns the newest bundle that can be opened.
func (l *latest) current(ctx context.Context) *mycel.Bundle {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.look(ctx)
}

// after returns the bundle to use after b has failed. It checks for a new bundle at once.
func (l *latest) after(ctx context.Context, b *mycel.Bundle) *mycel.Bundle {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bundle == b {
		l.checked = time.Time{}
	}
	return l.look(ctx)
}

func (l *latest) look(ctx context.Context) *mycel.Bundle {
	if l.every > 0 && time.Since(l.checked) < l.every {
		return l.bundle
	}
	b, err := l.bundle.Reopen(ctx)
	if ctx.Err() != nil {
		return l.bundle // the call was cancelled, so the error says nothing about the bundle
	}
	l.checked = time.Now()
	switch {
	case err != nil:
		l.log.Printf("going on with the bundle as it was: %v", err)
	case b != l.bundle:
		l.log.Print("the bundle was built anew")
		l.bundle = b
	}
	return l.bundle
}
