package openai

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Embedder turns texts into vectors: POST /embeddings. It is an embed.Encoder. Fields are set before its first use.
type Embedder struct {
	Client *Client
	Name   string // of the model
	// Dimensions requests vectors of that length from models that can shorten theirs; 0 takes the length of the model.
	Dimensions int
	// Count counts tokens, to keep requests within BatchTokens.
	Count       func(text string) int
	BatchTexts  int // texts a request at most; default 64
	BatchTokens int // tokens a request at most, one longer text excepted; default 16,384

	dims int // length of the vectors, 0 before the first answer
}

const embeddingsPath = "/embeddings"

// Model returns the name of the model.
func (e *Embedder) Model() string { return e.Name }

// Dims returns the length of the vectors: the requested length, or that of the first answer; 0 before it.
func (e *Embedder) Dims() int {
	if e.dims == 0 {
		return e.Dimensions
	}
	return e.dims
}

// embeddingRequest is the body of a request. The cache key of a vector is the request for its text alone.
type embeddingRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
	// Encoding is what OpenAI's own clients send. Endpoints that do not know it answer with arrays
	// of numbers, which are read too.
	Encoding string `json:"encoding_format"`
}

func (e *Embedder) request(texts []string) []byte {
	body, err := json.Marshal(embeddingRequest{Model: e.Name, Input: texts, Dimensions: e.Dimensions, Encoding: "base64"})
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return body
}

func (e *Embedder) key(text string) string { return keyOf(embeddingsPath, e.request([]string{text})) }

// Encode returns a vector for each text, all of one length. It does not send cached and repeated
// texts, nor blank texts, which endpoints refuse: their vectors are zero. It fails if any other
// text cannot be embedded; earlier answers are in the cache then. The vectors must not be changed,
// because equal texts share one. It is not safe for concurrent use.
func (e *Embedder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make(map[string][]float32, len(texts))
	missing := e.missing(vectors, texts)
	answers := make([][][]float32, len(missing))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(e.Client.o.Concurrency)
	for i, batch := range missing {
		g.Go(func() (err error) {
			answers[i], err = e.batch(ctx, batch)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for i, batch := range missing {
		for k, text := range batch {
			vectors[text] = answers[i][k]
		}
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = vectors[text]
		if isBlank(text) {
			continue
		}
		if e.dims == 0 {
			e.dims = len(out[i])
		}
		if len(out[i]) != e.dims {
			return nil, fmt.Errorf("embeddings of %s: got vectors of %d and of %d dimensions: another model of that name answered before; use another folder as cache",
				e.Name, e.dims, len(out[i]))
		}
	}
	for i, text := range texts {
		if isBlank(text) {
			out[i] = make([]float32, e.Dims())
		}
	}
	return out, nil
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// missing adds cached vectors to vectors, which are by text, and returns the remaining texts, each
// once, in batches. In vectors the remaining texts have nil.
func (e *Embedder) missing(vectors map[string][]float32, texts []string) (batches [][]string) {
	tokens := 0 // tokens of the last batch
	for _, text := range texts {
		if _, ok := vectors[text]; ok || isBlank(text) {
			continue
		}
		if vectors[text] = e.kept(text); vectors[text] != nil {
			continue
		}
		n := e.Count(text)
		last := len(batches) - 1
		if last < 0 || len(batches[last]) >= cmp.Or(e.BatchTexts, 64) || tokens+n > cmp.Or(e.BatchTokens, 16384) {
			batches, last, tokens = append(batches, nil), last+1, 0
		}
		batches[last] = append(batches[last], text)
		tokens += n
	}
	return batches
}

// kept returns the cached vector of a text, or nil.
func (e *Embedder) kept(text string) []float32 {
	b, ok := e.Client.o.Cache.get(e.key(text))
	if !ok {
		return nil
	}
	v, err := readFloats(b)
	if err != nil {
		return nil // written by another version
	}
	return v
}

// Plan returns what Encode would send if it were called with each of these lists of texts in turn:
// the number of requests, the number of texts, and their tokens by Count. It sends nothing.
func (e *Embedder) Plan(calls ...[]string) (requests, sent, tokens int) {
	vectors := map[string][]float32{}
	for _, texts := range calls {
		for _, batch := range e.missing(vectors, texts) {
			requests++
			sent += len(batch)
			for _, text := range batch {
				tokens += e.Count(text)
			}
		}
	}
	return requests, sent, tokens
}

// batch sends one request and stores its vectors.
func (e *Embedder) batch(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	err = e.Client.post(ctx, embeddingsPath, e.request(texts), maxVectors, func(b []byte) (err error) {
		vectors, err = readEmbeddings(b, len(texts), e.Dimensions)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		if err := e.Client.o.Cache.put(e.key(text), writeFloats(vectors[i])); err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

// readEmbeddings reads the body of an answer: n vectors of equal length, which is
// dims unless that is 0, in the order of their indices.
func readEmbeddings(b []byte, n, dims int) ([][]float32, error) {
	var form struct {
		Data []struct {
			Index     int             `json:"index"`
			Embedding json.RawMessage `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(b, &form); err != nil {
		return nil, notJSON(err)
	}
	if len(form.Data) != n {
		return nil, fmt.Errorf("%w: got %d embeddings, want %d", ErrAnswer, len(form.Data), n)
	}
	vectors := make([][]float32, n)
	for _, row := range form.Data {
		if row.Index < 0 || row.Index >= n || vectors[row.Index] != nil {
			return nil, fmt.Errorf("%w: index %d of an embedding is repeated or not in 0 to %d", ErrAnswer, row.Index, n-1)
		}
		v, err := readEmbedding(row.Embedding)
		if err != nil {
			return nil, fmt.Errorf("%w: embedding %d: %w", ErrAnswer, row.Index, err)
		}
		if dims == 0 {
			dims = len(v)
		}
		if len(v) != dims {
			return nil, fmt.Errorf("%w: embedding %d has %d dimensions, want %d", ErrAnswer, row.Index, len(v), dims)
		}
		vectors[row.Index] = v
	}
	return vectors, nil
}

// readEmbedding reads a vector in either of its forms: an array of numbers, or the
// base64 of 32-bit floats, little-endian.
func readEmbedding(b json.RawMessage) (v []float32, err error) {
	var packed string
	if json.Unmarshal(b, &packed) == nil {
		raw, err := base64.StdEncoding.DecodeString(packed)
		if err != nil {
			return nil, err
		}
		return readFloats(raw)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, errors.New("it is neither an array of numbers nor a string")
	}
	return v, checkFloats(v)
}

// readFloats reads little-endian floats.
func readFloats(b []byte) ([]float32, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are no row of 32-bit floats", len(b))
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, checkFloats(v)
}

func writeFloats(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// checkFloats refuses vectors that cannot be compared.
func checkFloats(v []float32) error {
	if len(v) == 0 {
		return errors.New("it is empty")
	}
	for _, x := range v {
		if x-x != 0 {
			return errors.New("it has a number that is not finite")
		}
	}
	return nil
}
