package openai

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"mycel/builder/embed"
	"mycel/internal/must"
)

var _ embed.Encoder = (*Embedder)(nil)

// vectorOf is the vector of a text: its length, and a number.
func vectorOf(text string) []float32 { return []float32{float32(len(text)), 0.1} }

// embedding answers a request with the vectors of its texts; row writes the one of a
// text.
func embedding(row func(i int, text string) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"data":[`+strings.Join(rows(r, row), ",")+`]}`)
	}
}

func rows(r *http.Request, row func(i int, text string) string) (out []string) {
	for i, text := range r.Context().Value(inputKey{}).([]string) {
		out = append(out, row(i, text))
	}
	return out
}

type inputKey struct{}

// embeddingServer is serve, for steps that ask for the texts.
func embeddingServer(t *testing.T, steps ...http.HandlerFunc) *server {
	t.Helper()
	s := serve(t, steps...)
	for i, step := range s.steps {
		s.steps[i] = func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			body := s.bodies[len(s.bodies)-1]
			s.mu.Unlock()
			var form struct{ Input []string }
			if err := json.Unmarshal([]byte(body), &form); err != nil {
				t.Error(err)
			}
			step(w, r.WithContext(context.WithValue(r.Context(), inputKey{}, form.Input)))
		}
	}
	return s
}

func asArray(i int, text string) string {
	b, _ := json.Marshal(vectorOf(text))
	return fmt.Sprintf(`{"index":%d,"embedding":%s}`, i, b)
}

func asBase64(i int, text string) string {
	return fmt.Sprintf(`{"index":%d,"embedding":%q}`, i, base64.StdEncoding.EncodeToString(writeFloats(vectorOf(text))))
}

func count(text string) int { return len(strings.Fields(text)) }

func (s *server) embedder(t *testing.T, cache *Cache) *Embedder {
	t.Helper()
	client, _ := s.client(t, func(o *Options) { o.Cache, o.Concurrency = cache, 1 })
	return &Embedder{Client: client, Name: "m", Count: count}
}

func TestEmbeddings(t *testing.T) {
	texts := []string{"one", "three", " \n", "eleven", "one"}
	want := [][]float32{vectorOf("one"), vectorOf("three"), {0, 0}, vectorOf("eleven"), vectorOf("one")}
	for name, step := range map[string]http.HandlerFunc{
		"arrays": embedding(asArray),
		"base64": embedding(asBase64),
		"in another order": func(w http.ResponseWriter, r *http.Request) {
			all := rows(r, asArray)
			slices.Reverse(all)
			_, _ = io.WriteString(w, `{"data":[`+strings.Join(all, ",")+`]}`)
		},
	} {
		s := embeddingServer(t, step)
		e := s.embedder(t, nil)
		got, err := e.Encode(t.Context(), texts)
		if err != nil || !reflect.DeepEqual(got, want) || e.Dims() != 2 || e.Model() != "m" {
			t.Errorf("%s: got %v, %v, %d dimensions, want %v", name, got, err, e.Dims(), want)
		}
		if want := `{"model":"m","input":["one","three","eleven"],"encoding_format":"base64"}`; s.bodies[0] != want || s.path != "POST /v1/embeddings" {
			t.Errorf("%s: got %s %s, want %s", name, s.path, s.bodies[0], want)
		}
	}
}

// Answers that cannot be vectors of these texts are refused, and none of them kept.
func TestEmbeddingsRefuse(t *testing.T) {
	fixed := func(rows string) http.HandlerFunc { return say(200, `{"data":[`+rows+`]}`) }
	for name, c := range map[string]struct {
		step http.HandlerFunc
		want string
	}{
		"too few":              {fixed(`{"index":0,"embedding":[1,2]}`), "got 1 embeddings, want 2"},
		"too many":             {fixed(`{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}`), "got 3 embeddings, want 2"},
		"none":                 {say(200, `{}`), "got 0 embeddings, want 2"},
		"an index twice":       {fixed(`{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}`), "index 0"},
		"an index beyond":      {fixed(`{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}`), "index 2"},
		"a negative index":     {fixed(`{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}`), "index -1"},
		"two lengths":          {fixed(`{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}`), "embedding 1 has 1 dimensions, want 2"},
		"an empty one":         {fixed(`{"index":0,"embedding":[]},{"index":1,"embedding":[1]}`), "it is empty"},
		"null":                 {fixed(`{"index":0,"embedding":null},{"index":1,"embedding":[1]}`), "it is empty"},
		"an object":            {fixed(`{"index":0,"embedding":{}},{"index":1,"embedding":[1]}`), "neither an array"},
		"too large a number":   {fixed(`{"index":0,"embedding":[1e99]},{"index":1,"embedding":[1]}`), "neither an array"},
		"no base64":            {fixed(`{"index":0,"embedding":"*"},{"index":1,"embedding":[1]}`), "base64"},
		"base64 of five bytes": {fixed(`{"index":0,"embedding":"AAAAAAA="},{"index":1,"embedding":[1]}`), "5 bytes"},
		"base64 of infinity":   {fixed(`{"index":0,"embedding":"AACAfw=="},{"index":1,"embedding":[1]}`), "not finite"},
		"no JSON":              {say(200, "oops"), "not JSON"},
	} {
		cache := &Cache{Dir: t.TempDir()}
		s := embeddingServer(t, c.step)
		_, err := s.embedder(t, cache).Encode(t.Context(), []string{"a", "b"})
		if !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), s.URL+"/v1/embeddings") {
			t.Errorf("%s: error %v, want it to say %q", name, err, c.want)
		}
		if s.calls() != 1+badAnswers || len(entries(t, cache)) > 0 {
			t.Errorf("%s: %d requests, kept %q", name, s.calls(), entries(t, cache))
		}
	}
}

// Dimensions that were asked for are wanted from the first answer on.
func TestEmbeddingDimensions(t *testing.T) {
	s := embeddingServer(t, embedding(asArray))
	e := s.embedder(t, nil)
	if e.Dimensions = 3; e.Dims() != 3 {
		t.Errorf("%d dimensions", e.Dims())
	}
	_, err := e.Encode(t.Context(), []string{"a"})
	if !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), "has 2 dimensions, want 3") || !strings.Contains(s.bodies[0], `"dimensions":3`) {
		t.Errorf("error %v; sent %s", err, s.bodies[0])
	}
}

// Another model under the same name is noticed, in a later answer and in the cache.
func TestEmbeddingModelChanged(t *testing.T) {
	longer := func(i int, _ string) string { return fmt.Sprintf(`{"index":%d,"embedding":[1,2,3]}`, i) }
	cache := &Cache{Dir: t.TempDir()}
	s := embeddingServer(t, embedding(asArray), embedding(longer))
	must.Get(s.embedder(t, cache).Encode(t.Context(), []string{"a"}))(t)
	must.Say(t, must.Err(s.embedder(t, cache).Encode(t.Context(), []string{"a", "b"})), "vectors of 2 and of 3 dimensions")
}

// Batches end at either limit, and a text that is longer than that goes alone.
func TestEmbeddingBatches(t *testing.T) {
	s := embeddingServer(t, embedding(asArray))
	e := s.embedder(t, nil)
	e.BatchTexts, e.BatchTokens = 3, 4
	texts := []string{"a", "b", "c", "d", "e e", "f f f", "g g g g g g", "h"}
	requests, sent, tokens := e.Plan(texts[:3], texts)
	must.Be(t, requests == 5 && sent == 8 && tokens == 16, "plan: %d requests, %d texts, %d tokens, want 5, 8, 16", requests, sent, tokens)
	must.Be(t, s.calls() <= 0, "a plan sends something")
	for _, call := range [][]string{texts[:3], texts[3:]} {
		must.Get(e.Encode(t.Context(), call))(t)
	}
	var got []string
	for _, body := range s.bodies {
		_, rest, _ := strings.Cut(body, `"input":`)
		list, _, _ := strings.Cut(rest, "]")
		got = append(got, list+"]")
	}
	must.Equal(t, got, []string{`["a","b","c"]`, `["d","e e"]`, `["f f f"]`, `["g g g g g g"]`, `["h"]`})
}

// After an interruption only the rest is paid for.
func TestEmbeddingResume(t *testing.T) {
	cache := &Cache{Dir: t.TempDir()}
	texts := []string{"a", "b", "c", "d", "e"}
	var answered atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	s := embeddingServer(t, func(w http.ResponseWriter, r *http.Request) {
		if answered.Load() == 3 {
			cancel()
			hang(w, r)
			return
		}
		answered.Add(1)
		embedding(asArray)(w, r)
	})
	e := s.embedder(t, cache)
	e.BatchTexts = 1
	must.Is(t, must.Err(e.Encode(ctx, texts)), context.Canceled)
	again := embeddingServer(t, embedding(asBase64))
	e = again.embedder(t, cache)
	e.BatchTexts = 1
	requests, sent, _ := e.Plan(texts)
	must.Be(t, requests == 2 && sent == 2, "plan: %d requests for %d texts, want 2", requests, sent)
	vectors, err := e.Encode(t.Context(), texts)
	must.Be(t, err == nil && again.calls() == 2 && slices.Equal(vectors[4], vectorOf("e")), "%v after %d requests, want 2", err, again.calls())
}
