package openai

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mycel/files"
)

// Cache keeps answers in a folder, a file for each: <first two digits of the key>/<key>. A file is a line
//
//	mycel answer 1 <key> <SHA-256 of the rest>
//
// and then the answer. The key is the SHA-256 of the request (see keyOf), so a request finds its answer,
// whichever endpoint gave it. Requests and API keys are not in the file. Files are written beside their place
// and renamed, so several builds may share a folder.
type Cache struct {
	Dir string
	// Warn is called with a file that was ignored because it is damaged or not from Mycel. It may
	// be called from several goroutines at once. It may be nil.
	Warn func(path, message string)
}

const cacheMagic = "mycel answer 1"

// maxEntry is the most bytes of a file that are read: more than any answer has.
const maxEntry = maxVectors + 1<<10

// keyOf identifies a request: SHA-256, in hexadecimal, of the path of the API and the JSON of
// everything on which the answer depends (model, prompt or text, parameters).
func keyOf(path string, request []byte) string {
	h := sha256.New()
	_, _ = io.WriteString(h, path+"\n") // a hash does not fail
	_, _ = h.Write(request)
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Cache) path(key string) string { return filepath.Join(c.Dir, key[:2], key) }

// get returns the answer under a key. It warns of a file that cannot be used, and ignores it.
func (c *Cache) get(key string) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	path := c.path(key)
	content, err := files.Read(path, maxEntry)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if err == nil {
		var answer []byte
		if answer, err = openEntry(key, content); err == nil {
			return answer, true
		}
	}
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err // without the path, which the message has already
	}
	c.warn(path, "ignored in the cache of answers: "+err.Error())
	return nil, false
}

func (c *Cache) warn(path, message string) {
	if c.Warn != nil {
		c.Warn(path, message)
	}
}

// openEntry checks a file's first line and returns the answer.
func openEntry(key string, content []byte) ([]byte, error) {
	head, answer, _ := bytes.Cut(content, []byte("\n"))
	if !strings.HasPrefix(string(head), cacheMagic+" ") {
		return nil, errors.New("not an answer that mycel has kept")
	}
	if !bytes.Equal(head, entryHead(key, answer)) {
		return nil, errors.New("damaged: its checksum is that of another content")
	}
	return answer, nil
}

func entryHead(key string, answer []byte) []byte {
	sum := sha256.Sum256(answer)
	return []byte(cacheMagic + " " + key + " " + hex.EncodeToString(sum[:]))
}

// put stores an answer. Only the owner can read it, because texts may be private.
func (c *Cache) put(key string, answer []byte) error {
	if c == nil {
		return nil
	}
	path := c.path(key)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = files.Replace(path, ".new-", 0o600, entryHead(key, answer), []byte("\n"), answer)
	}
	if err != nil {
		return fmt.Errorf("keeping an answer in the cache: %w", err)
	}
	return nil
}

// drop removes the answer under a key. If that fails, the answer stays in use, as before.
func (c *Cache) drop(key string) {
	if c != nil {
		_ = os.Remove(c.path(key))
	}
}
