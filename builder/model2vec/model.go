package model2vec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Model is a static embedding model. It is safe for concurrent use.
type Model struct {
	name      string
	table     *table
	tokenizer *tokenizer
	normalize bool
}

// moduleFolder is where sentence-transformers may put the files of the table.
const moduleFolder = "0_StaticEmbedding"

// Open reads the model in a folder, which lends it its name. Errors name the file.
func Open(dir string) (*Model, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	m := &Model{name: filepath.Base(full)}
	from := dir
	if _, err := os.Stat(filepath.Join(dir, "model.safetensors")); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, moduleFolder)); err == nil {
			from = filepath.Join(dir, moduleFolder)
		}
	}
	if err := read(from, "model.safetensors", func(b []byte) (err error) {
		m.table, err = readTable(b)
		return err
	}); err != nil {
		return nil, err
	}
	if err := read(from, "tokenizer.json", func(b []byte) (err error) {
		if m.tokenizer, err = readTokenizer(b); err == nil && m.tokenizer.size > m.table.tokens() {
			err = fmt.Errorf("it numbers %d tokens, and model.safetensors has vectors of %d", m.tokenizer.size, m.table.tokens())
		}
		return err
	}); err != nil {
		return nil, err
	}
	m.normalize, err = readConfig(dir)
	return m, err
}

// read passes the content of a file to use. Errors of use get the name of the file.
func read(dir, name string, use func([]byte) error) error {
	path := filepath.Join(dir, name)
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := use(b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readConfig reports whether vectors of texts are made to have length 1. Without a file
// that says so they are, as in the reference implementation.
func readConfig(dir string) (normalize bool, err error) {
	config := struct {
		Normalize *bool `json:"normalize"`
	}{}
	for _, name := range []string{"config.json", "config_sentence_transformers.json"} {
		err := read(dir, name, func(b []byte) error { return json.Unmarshal(b, &config) })
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return false, err
		}
		if config.Normalize != nil {
			return *config.Normalize, nil
		}
	}
	return true, nil
}

// Model returns the name of the model's folder.
func (m *Model) Model() string { return m.name }

// Dims returns the number of dimensions.
func (m *Model) Dims() int { return m.table.dims }

// Encode returns the mean of the vectors of each text's tokens, of length 1 if the
// model says so. A text without a known token has the zero vector. It works on all
// cores; the only error is that of ctx.
func (m *Model) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, text := range texts {
		g.Go(func() error {
			out[i] = m.encode(text)
			return ctx.Err()
		})
	}
	return out, g.Wait()
}

func (m *Model) encode(text string) []float32 {
	sum, tokens := m.sum(text)
	divisor := float64(max(tokens, 1))
	if m.normalize {
		squares := 0.0
		for _, v := range sum {
			squares += float64(v * v)
		}
		if squares > 0 {
			divisor = math.Sqrt(squares)
		}
	}
	out := make([]float32, len(sum))
	for d, v := range sum {
		out[d] = float32(v / divisor)
	}
	return out
}

// sum adds up the vectors of a text's tokens, and counts them.
func (m *Model) sum(text string) (v []float64, tokens int) {
	v = make([]float64, m.table.dims)
	all := m.tokenizer.tokens(text)
	for _, t := range all {
		m.table.addTo(v, t)
	}
	return v, len(all)
}

// AddWord adds the sum of the vectors of a word's tokens to dst. Summed up over the
// words of a text, it has the direction of the text's vector.
func (m *Model) AddWord(dst []float32, word string) bool {
	sum, tokens := m.sum(word)
	for d, v := range sum {
		dst[d] += float32(v)
	}
	return tokens > 0
}
