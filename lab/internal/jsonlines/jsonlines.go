// Package jsonlines reads files of JSON Lines.
package jsonlines

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Read reads the lines of a file. Errors name the file.
func Read[T any](path string) (all []T, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := json.NewDecoder(f); ; {
		var line T
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, line)
	}
}
