package job

import (
	"crypto/sha256"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// A program goes by its build ID where that is one of the go command's, wherever systems
// put it, and else by all of its bytes.
func TestSumProgram(t *testing.T) {
	id := strings.Repeat("aB3-", 5) + "/" + strings.Repeat("x", 20) + "/" + strings.Repeat("_", 20) + "/" + strings.Repeat("0", 20)
	elf := func(id string) string {
		return "\x7fELF\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00" + id + "\x00"
	}
	text := func(id string) string { return "MZ\xff Go build ID: \"" + id + "\"\n \xff" }
	long := strings.Repeat("code", headOfProgram)
	for name, c := range map[string]struct {
		program string
		byID    bool
	}{
		"in a note": {elf(id) + long, true}, "in the text": {text(id) + long, true}, "short": {elf(id), true},
		"none": {long, false}, "empty": {"", false}, "linked without": {elf("") + long, false},
		"another tool's": {elf("redacted") + long, false}, "of an archive": {text(id[:41]) + long, false},
		"behind the head": {long + elf(id), false}, "cut": {text(id)[:60], false},
	} {
		all := sha256.Sum256([]byte(c.program))
		want := string(all[:])
		if c.byID {
			want = id
		}
		if got, err := sumProgram(strings.NewReader(c.program)); got != want || err != nil {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	broken := errors.New("broken")
	if sum, err := sumProgram(iotest.ErrReader(broken)); sum != "" || !errors.Is(err, broken) {
		t.Errorf("of a file that cannot be read: %q, %v", sum, err)
	}
	if sum, err := ProgramSum(); sum == "" || err != nil {
		t.Errorf("of this program: %q, %v", sum, err)
	}
}
