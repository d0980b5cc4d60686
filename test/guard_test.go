package test

import (
	"errors"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/method/bridge"
	"mycel/internal/must"
)

// A method that panics fails its own question, and the bundle answers those that follow.
// The clock stands for such a method: it is called in the middle of a ranking, and it is
// the one thing in there that a test can replace.
func TestPanicsBecomeErrors(t *testing.T) {
	walking := engine.Options{Mode: bridge.Mode} // the mode has to read the clock
	for what, ask := range map[string]func(*mycel.Bundle) error{
		"search": func(b *mycel.Bundle) error {
			_, err := b.Search(t.Context(), question, walking)
			return err
		},
		"retrieve": func(b *mycel.Bundle) error {
			_, err := b.Retrieve(t.Context(), question, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: walking}})
			return err
		},
	} {
		b := must.Get(mycel.Open(handbook))(t)
		b.Engine().SetClock(func() int64 { panic("the clock fell from the wall") })
		err := ask(b)
		b.Engine().SetClock(nil)
		var stopped *mycel.PanicError
		if !errors.Is(err, mycel.ErrPanic) || !errors.As(err, &stopped) || !strings.Contains(err.Error(), "the clock fell") || !strings.Contains(string(stopped.Stack), "guard_test.go") {
			t.Errorf("%s: got %v", what, err)
		}
		// The engine that has panicked keeps its clock, and would do so again.
		r, err := b.Search(t.Context(), question, engine.Options{})
		must.Be(t, err == nil && len(r.Hits) != 0, "after %s: %v", what, err)
	}
}
