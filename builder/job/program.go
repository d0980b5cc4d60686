package job

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"mycel/files"
)

// ProgramSum returns the SHA-256 of the running program, in hexadecimal digits: any change that could change the result
// changes it.
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
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})
