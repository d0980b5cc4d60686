package wazerohost

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestVerbs(t *testing.T) {
	in, err := program.NewInstance()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var refused *Refused
	if _, err := in.Search([]byte("echo x")); !errors.As(err, &refused) || refused.Code != "state" {
		t.Errorf("search before open: got %v, want refused with code state", err)
	}
	if _, err := in.Open([]byte("damaged")); !errors.As(err, &refused) || refused.Code != "format" || refused.Message != "got a damaged index" {
		t.Errorf("open of a damaged index: got %v, want refused with code format", err)
	}
	index := bytes.Repeat([]byte{1}, 20<<20)
	if got, err := in.Open(index); err != nil || string(got) != `{"bytes":20971520,"sum":20971520}` {
		t.Errorf("open: got %s, error %v; want all 20 MiB of ones summed up", got, err)
	}
	if got, err := in.AddPart(1<<32-1, []byte{40, 2}); err != nil || string(got) != `{"block":4294967295,"sum":42}` {
		t.Errorf("add text: got %s, error %v; want block 2³²−1 with sum 42", got, err)
	}
	wantAnswer(t, in, "echo grüße", "grüße")
	wantAnswer(t, in, "echo", "")
}

// TestAnswerIsCopy checks that an answer stays as it was while the guest goes on.
func TestAnswerIsCopy(t *testing.T) {
	in := opened(t, program)
	first, err := in.Search([]byte("echo first"))
	if err != nil {
		t.Fatal(err)
	}
	wantAnswer(t, in, "echo other", "other")
	search(t, in, "keep 50")
	if string(first) != "first" {
		t.Errorf("got %q, want first", first)
	}
}

func TestMemoryGrowth(t *testing.T) {
	in := opened(t, program)
	before := in.MemoryBytes()
	wantAnswer(t, in, "keep 100", `{"kept":100}`)
	if grown := in.MemoryBytes() - before; grown < 90<<20 || grown > 200<<20 {
		t.Errorf("memory grew by %d bytes, want about 100 MB", grown)
	}
	wantAnswer(t, in, "echo "+strings.Repeat("x", 1<<20), strings.Repeat("x", 1<<20))
}

// TestOutOfMemory takes more memory than the limit allows: the Go runtime gives up, and says so.
func TestOutOfMemory(t *testing.T) {
	in := opened(t, compiled(t, Options{MemoryPages: 1024}))
	_, err := in.Search([]byte("keep 100"))
	wantDead(t, err, ErrExited, "out of memory")
}

func TestGoroutines(t *testing.T) {
	in := opened(t, program)
	wantAnswer(t, in, "goroutines 1", "1")
	wantAnswer(t, in, "goroutines 2000", "2001000")
	wantAnswer(t, in, "echo still here", "still here")
}

// TestStackGrowth makes the goroutine that exports run on outgrow its stack.
func TestStackGrowth(t *testing.T) {
	in := opened(t, program)
	wantAnswer(t, in, "deep 5000", "5000")
	wantAnswer(t, in, "deep 10", "10")
}

// TestDeath kills instances in every way there is and checks that they stay dead.
func TestDeath(t *testing.T) {
	tests := []struct {
		request string
		cause   error
		text    string // in the error, guest output included
	}{
		{"panic at the disco", ErrExited, "at the disco"},
		{"fatal mistake", ErrExited, "panic: mistake"},
		{"trap", ErrTrapped, "out of bounds memory access"},
		{"status", ErrProtocol, "got status 99, want 0 or 1"},
		{"mumble", ErrProtocol, "not JSON"},
		{"liar", ErrProtocol, "2147483648 bytes"},
		{"no such command", ErrExited, ""}, // a nil function: a runtime error
	}
	for _, tt := range tests {
		t.Run(tt.request, func(t *testing.T) {
			in := opened(t, program)
			search(t, in, "print last words")
			_, err := in.Search([]byte(tt.request))
			wantDead(t, err, tt.cause, tt.text)
			wantDead(t, err, tt.cause, "last words\n")
			for _, call := range []func() ([]byte, error){
				func() ([]byte, error) { return in.Search([]byte("echo x")) },
				func() ([]byte, error) { return in.Open(nil) },
				func() ([]byte, error) { return in.AddPart(1, nil) },
				func() ([]byte, error) { return nil, in.Crash() },
			} {
				if answer, again := call(); again != err || answer != nil {
					t.Errorf("call on a dead instance: got %q, %v; want the error it died of", answer, again)
				}
			}
		})
	}
}

func TestExitCode(t *testing.T) {
	in := opened(t, program)
	_, err := in.Search([]byte("fatal mistake"))
	var dead *Dead
	if !errors.As(err, &dead) || dead.ExitCode != 2 || dead.Export != "mycel_search" {
		t.Errorf("got %#v, want exit code 2 in mycel_search", err)
	}
}

// TestCrashAndRecover is what a client does after a panic: a new instance, opened again.
func TestCrashAndRecover(t *testing.T) {
	in := opened(t, program)
	wantDead(t, in.Crash(), ErrExited, "crash on request")
	wantAnswer(t, opened(t, program), "echo recovered", "recovered")
}

func TestClose(t *testing.T) {
	in := opened(t, program)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := in.Search([]byte("echo x"))
	wantDead(t, err, ErrClosed, "")
	if got := in.MemoryBytes(); got != 0 {
		t.Errorf("closed: got %d bytes of memory, want 0", got)
	}
	if err := in.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// TestInstancesAreSeparate runs several engines of one program at once.
func TestInstancesAreSeparate(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 4 {
		in := opened(t, program)
		wg.Go(func() {
			for n := range 50 {
				kept, err := in.Search([]byte("keep 1"))
				if want := fmt.Sprintf(`{"kept":%d}`, n+1); err != nil || string(kept) != want {
					t.Errorf("instance %d: got %s, error %v; want %s", i, kept, err, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

func wantDead(t *testing.T, err, cause error, text string) {
	t.Helper()
	var dead *Dead
	if !errors.As(err, &dead) || !errors.Is(err, cause) || !strings.Contains(err.Error(), text) {
		t.Errorf("got %v, want dead since %q, with %q in the error", err, cause, text)
	}
}
