package job

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"strings"
	"sync"

	"mycel/files"
)

// ProgramSum returns what tells the running program from all others: whatever changes the
// result changes it.
var ProgramSum = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumProgram(f)
})

// sumProgram returns the build ID of a program, or the SHA-256 of its file if it has none
// that serves: reading all of it takes a twentieth of a rebuild.
func sumProgram(file io.Reader) (string, error) {
	head := make([]byte, headOfProgram)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	head = head[:n]
	if id := buildID(head); id != "" {
		return id, nil
	}
	h := sha256.New()
	_, _ = h.Write(head) // a hash does not fail
	_, err = io.Copy(h, file)
	return string(h.Sum(nil)), err
}

// headOfProgram is the number of bytes of a program in which the go command looks for its build
// ID.
const headOfProgram = 32 << 10

// buildID returns the build ID of a program, or "" if the head of its file has no ID. The ID of
// the go command is four hashes, the last of the whole program without the ID
// (cmd/go/internal/work/buildid.go). Other tools may put another text there.
func buildID(head []byte) string {
	id, ok := enclosed(head, "\x04\x00\x00\x00Go\x00\x00", "\x00") // a note of ELF
	if !ok {
		if id, ok = enclosed(head, "\xff Go build ID: \"", "\""); !ok {
			return ""
		}
	}
	hashes := strings.Split(id, "/")
	for _, hash := range hashes {
		if len(hash) != hashInID {
			return ""
		}
	}
	if len(hashes) != 4 {
		return ""
	}
	return id
}

// hashInID is the length of a hash in a build ID: 120 bits in base64.
const hashInID = 20

func enclosed(b []byte, before, after string) (string, bool) {
	_, rest, ok := bytes.Cut(b, []byte(before))
	if !ok {
		return "", false
	}
	inside, _, ok := bytes.Cut(rest, []byte(after))
	return string(inside), ok
}
