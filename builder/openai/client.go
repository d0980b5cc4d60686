// Package openai gets completions and embeddings from endpoints that speak OpenAI's HTTP API: OpenAI itself, Ollama,
// the server of llama.cpp, vLLM. Only builds use it, and only on request.
//
// Answers are stored on disk (Cache), so that nothing is paid for twice. A request with a transient failure is repeated
// on a fixed schedule (retry.go). Errors name the address and the cause, and never the key.
package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Options of a Client. The zero value of a field means its default.
type Options struct {
	// BaseURL is the address before the paths of the API, such as http://localhost:11434/v1;
	// required. It has no user, query or fragment, because errors show it.
	BaseURL string
	Key     string        // sent as bearer token; "" for none
	Timeout time.Duration // of one request, from connecting to the last byte; default 5 minutes
	// Concurrency is the largest number of open requests; default 4.
	Concurrency int
	Retries     int    // requests after one that failed; default 5, −1 for none
	Cache       *Cache // nil keeps nothing
	// Notice is called with the reason when a request is about to be repeated. It may be called
	// from several goroutines at once.
	Notice func(message string)

	// Sleep waits for d, or until ctx ends, and then returns its error. Tests return at once; nil stands for a real wait.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Client talks to one endpoint. It is safe for concurrent use.
type Client struct {
	o    Options
	base string
	http *http.Client
	open chan struct{} // its capacity is the number of requests that may be open
}

// New returns a client of the endpoint. It does not connect yet; an error is about the address.
func New(o Options) (*Client, error) {
	base, err := checkURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	if strings.ContainsFunc(o.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the key has characters that no key has, such as a space or a line end")
	}
	o.Timeout = cmp.Or(o.Timeout, 5*time.Minute)
	o.Concurrency = cmp.Or(o.Concurrency, 4)
	o.Retries = max(cmp.Or(o.Retries, 5), 0)
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = o.Concurrency
	return &Client{o: o, base: base, open: make(chan struct{}, o.Concurrency), http: &http.Client{
		Transport: transport,
		// A redirected POST loses its body, or goes to a host that the user did not choose.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// checkURL returns the base address without the slash at its end.
func checkURL(base string) (string, error) {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", fmt.Errorf("base URL: want an address such as http://localhost:11434/v1, got %q", redactUser(base))
	case u.User != nil:
		return "", errors.New("base URL: got one with a user or password; a key is taken from the environment")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", errors.New("base URL: got a query or fragment, want the address alone, such as http://localhost:11434/v1")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// redactUser removes the text before an @, which may be a password.
func redactUser(base string) string {
	if i := strings.LastIndex(base, "@"); i >= 0 {
		return "…" + base[i:]
	}
	return base
}

// The largest numbers of bytes that are read of an answer: of a batch of vectors, and of a
// completion, whose text may have 64 KiB, in JSON up to six bytes a byte.
const (
	maxVectors    = 64 << 20
	maxText       = 64 << 10
	maxCompletion = 6*maxText + 16<<10
)

// badAnswers is the number of repetitions after an answer that does not follow the API.
// Repetitions seldom help, and each is paid for.
const badAnswers = 2

// post sends a request to a path of the API, and repeats it until decode accepts the answer. body
// is JSON, and most is the largest number of bytes of the answer.
func (c *Client) post(ctx context.Context, path string, body []byte, most int64, decode func([]byte) error) error {
	select {
	case c.open <- struct{}{}:
		defer func() { <-c.open }()
	case <-ctx.Done():
		return ctx.Err()
	}
	address := c.base + path
	bad := 0
	for attempt := 0; ; attempt++ {
		answer, err := c.once(ctx, address, body, most)
		if err == nil {
			if err = decode(answer); err == nil {
				return nil
			}
			err = fmt.Errorf("POST %s: %w", address, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrAnswer) {
			bad++
		}
		wait, again := c.schedule(attempt, err)
		if !again || bad > badAnswers {
			return err
		}
		c.o.Notice(fmt.Sprintf("%v; trying again in %v", err, wait))
		if err := c.o.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// once sends a request and returns the body of a successful answer; most bounds its bytes.
func (c *Client) once(ctx context.Context, address string, body []byte, most int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if c.o.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.o.Key)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return nil, c.connectionError(address, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if response.StatusCode != http.StatusOK {
		return nil, c.statusError(address, response, answer)
	}
	if err != nil {
		return nil, c.connectionError(address, err)
	}
	if int64(len(answer)) > most {
		return nil, fmt.Errorf("POST %s: %w: it is longer than %d bytes", address, ErrAnswer, most)
	}
	return answer, nil
}

// ErrAnswer is wrapped by errors about an answer that does not follow the API.
var ErrAnswer = errors.New("unusable answer")

// connectionError describes a request without a complete answer.
func (c *Client) connectionError(address string, err error) error {
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err // without method and address, which the message has already
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %v", c.o.Timeout)
	}
	return &transientError{err: fmt.Errorf("POST %s: %w", address, err)}
}

// maxExplained is the largest number of runes shown of an endpoint's explanation.
const maxExplained = 300

// statusError describes an answer with an error status.
func (c *Client) statusError(address string, response *http.Response, body []byte) error {
	text := fmt.Sprintf("POST %s: %s", address, response.Status)
	if to := response.Header.Get("Location"); to != "" && response.StatusCode/100 == 3 {
		text += ": it leads to " + to + ", which is not followed"
	}
	if why := explanation(body); why != "" {
		text += ": " + why
	}
	switch {
	case response.StatusCode == http.StatusUnauthorized && c.o.Key == "":
		text += " (no key was sent)"
	case response.StatusCode == http.StatusUnauthorized:
		text += " (the key from the environment was refused)"
	}
	if c.o.Key != "" {
		text = strings.ReplaceAll(text, c.o.Key, "[key]")
	}
	err := errors.New(text)
	if !passing(response.StatusCode) {
		return err
	}
	return &transientError{err: err, after: response.Header.Get("Retry-After")}
}

// explanation returns the explanation in the body of a failure: the message of the API's error
// object, the plain string that some servers send instead, or the text itself.
func explanation(body []byte) string {
	var form struct {
		Error json.RawMessage `json:"error"`
	}
	var object struct {
		Message string `json:"message"`
	}
	text := string(body)
	if json.Unmarshal(body, &form) == nil && len(form.Error) > 0 {
		var plain string
		if json.Unmarshal(form.Error, &object) == nil && object.Message != "" {
			text = object.Message
		} else if json.Unmarshal(form.Error, &plain) == nil {
			text = plain
		}
	}
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " "))
	if len(runes) > maxExplained {
		return string(runes[:maxExplained]) + "…"
	}
	return string(runes)
}
