package wazerohost

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestWalltime(t *testing.T) {
	clock := newClock()
	in := opened(t, compiled(t, Options{Now: clock.Now}))
	wantAnswer(t, in, "walltime", "1709208000.5000000")
	clock.advance(time.Second)
	wantAnswer(t, in, "walltime", "1709208001.5000000")
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
