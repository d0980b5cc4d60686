package mcpserver

import (
	"context"
	"log"
	"sync"
	"time"

	"mycel"
)

// latest holds the bundle as it is now. Clients keep a server for days, in which documents are built anew.
type latest struct {
	every time.Duration
	log   *log.Logger

	mu      sync.Mutex
	bundle  *mycel.Bundle
	checked time.Time
}

// current returns the bundle as it is now, or the bundle of before if the present one cannot be opened.
func (l *latest) current(ctx context.Context) *mycel.Bundle {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.look(ctx)
}

// after returns the bundle as it is now, where b has failed: whenever that was looked at last.
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
		return l.bundle // the call was cancelled: this says nothing of the bundle
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
