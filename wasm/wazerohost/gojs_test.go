package wazerohost

import (
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestTimeouts lets a goroutine of the guest sleep a second at a time, without anyone waiting.
func TestTimeouts(t *testing.T) {
	clock := newClock()
	in := opened(t, compiled(t, Options{Now: clock.Now}))
	wantAnswer(t, in, "ticks", "0")
	clock.advance(999 * time.Millisecond)
	wantAnswer(t, in, "ticks", "0")
	clock.advance(10 * time.Millisecond)
	wantAnswer(t, in, "ticks", "1")
	wantAnswer(t, in, "ticks", "1")
	for range 100 {
		clock.advance(24 * time.Hour)
		search(t, in, "garbage")
	}
	wantAnswer(t, in, "ticks", "101") // it oversleeps, and does not catch up
}

// TestTimeoutWithoutHandler is the reason why engines must not arm timeouts: without
// syscall/js nothing handles events, and the runtime dies when one comes.
func TestTimeoutWithoutHandler(t *testing.T) {
	clock := newClock()
	in := opened(t, compiled(t, Options{Now: clock.Now}))
	search(t, in, "handlerless")
	clock.advance(time.Hour)
	_, err := in.Search([]byte("echo x"))
	wantDead(t, err, ErrExited, "nil pointer dereference")
}

func TestWalltime(t *testing.T) {
	clock := newClock()
	in := opened(t, compiled(t, Options{Now: clock.Now}))
	wantAnswer(t, in, "walltime", "1709208000.5000000")
	clock.advance(time.Second)
	wantAnswer(t, in, "walltime", "1709208001.5000000")
}

// TestRand checks that the guest's randomness is the host's, so that a test can repeat a run.
func TestRand(t *testing.T) {
	seeded := func(seed byte) string {
		o := Options{Rand: rand.NewChaCha8([32]byte{seed}), Now: newClock().Now}
		return search(t, opened(t, compiled(t, o)), "seed")
	}
	one := seeded(1)
	if again := seeded(1); again != one {
		t.Error("two guests with the same randomness visit a map in different orders")
	}
	if two := seeded(2); two == one {
		t.Error("two guests with different randomness visit a map in the same order")
	}
}

// TestRandFails starts a guest that the host has no random bytes for.
func TestRandFails(t *testing.T) {
	_, err := compiled(t, Options{Rand: io.LimitReader(strings.NewReader("few"), 3)}).NewInstance()
	wantDead(t, err, ErrTrapped, "Options.Rand: "+io.ErrUnexpectedEOF.Error())
}

func TestOutputKeepsItsEnd(t *testing.T) {
	in := opened(t, program)
	search(t, in, "print begin")
	for range 40 {
		search(t, in, "print "+strings.Repeat("z", 8<<10))
	}
	search(t, in, "print end")
	var dead *Dead
	if err := in.Crash(); !errors.As(err, &dead) {
		t.Fatal(err)
	}
	if !strings.Contains(dead.Output, "zz\nend\npanic: crash on request\n") || strings.Contains(dead.Output, "begin") || len(dead.Output) != outputLimit {
		t.Errorf("got %d bytes of output, ending in %q; want the last %d", len(dead.Output), dead.Output[len(dead.Output)-1000:], outputLimit)
	}
}
