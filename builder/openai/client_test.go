package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mycel/internal/must"
)

const secret = "sk-secret-0123456789"

const hello = `{"choices":[{"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`

func seconds(n ...int) (waits []time.Duration) {
	for _, s := range n {
		waits = append(waits, time.Duration(s)*time.Second)
	}
	return waits
}

// TestRetries holds what is asked again, when, and what is said in the end.
func TestRetries(t *testing.T) {
	for name, c := range map[string]struct {
		steps []http.HandlerFunc
		waits []time.Duration
		want  []string // in the error; none for success
	}{
		"at once":                     {[]http.HandlerFunc{say(200, hello)}, nil, nil},
		"429":                         {[]http.HandlerFunc{say(429, ""), say(429, ""), say(200, hello)}, seconds(1, 2), nil},
		"429 with seconds":            {[]http.HandlerFunc{say(429, "", "Retry-After", "17"), say(200, hello)}, seconds(17), nil},
		"429 at once":                 {[]http.HandlerFunc{say(429, "", "Retry-After", "0"), say(200, hello)}, seconds(0), nil},
		"429 with a date gone":        {[]http.HandlerFunc{say(429, "", "Retry-After", "Fri, 02 Jan 2026 03:00:00 GMT"), say(200, hello)}, seconds(0), nil},
		"429 with nonsense":           {[]http.HandlerFunc{say(429, "", "Retry-After", "soon"), say(200, hello)}, seconds(1), nil},
		"429 for longer than we wait": {[]http.HandlerFunc{say(429, `{"error":{"message":"quota used up"}}`, "Retry-After", "86400")}, nil, []string{"429", "quota used up"}},
		"500 for ever":                {[]http.HandlerFunc{say(500, `{"error":"out of memory"}`)}, seconds(1, 2, 4, 8, 16), []string{"500 Internal Server Error", "out of memory"}},
		"503 for a while":             {[]http.HandlerFunc{say(503, "loading model"), say(503, ""), say(200, hello)}, seconds(1, 2), nil},
		"cut off":                     {[]http.HandlerFunc{cut, say(200, hello)}, seconds(1), nil},
		"always cut off":              {[]http.HandlerFunc{cut}, seconds(1, 2, 4, 8, 16), []string{"unexpected EOF"}},
		"no JSON":                     {[]http.HandlerFunc{say(200, "<html>")}, seconds(1, 2), []string{"unusable answer", "not JSON"}},
		"half of JSON, then all":      {[]http.HandlerFunc{say(200, hello[:50]), say(200, hello)}, seconds(1), nil},
		"empty":                       {[]http.HandlerFunc{say(200, "")}, seconds(1, 2), []string{"unusable answer"}},
		"no choices":                  {[]http.HandlerFunc{say(200, `{"choices":[]}`)}, seconds(1, 2), []string{"unusable answer", "choices[0].message"}},
		"choices of another kind":     {[]http.HandlerFunc{say(200, `{"choices":3}`)}, seconds(1, 2), []string{"unusable answer", "choices: got a JSON number, want an array"}},
		"401":                         {[]http.HandlerFunc{say(401, `{"error":{"message":"Incorrect API key provided: `+secret+`."}}`)}, nil, []string{"401 Unauthorized", "Incorrect API key provided: [key].", "the key from the environment was refused"}},
		"404":                         {[]http.HandlerFunc{say(404, `{"error":{"message":"model \"m\" not found, try pulling it first"}}`)}, nil, []string{"404 Not Found", "try pulling it"}},
		"400 as text":                 {[]http.HandlerFunc{say(400, "context\n\nlength\x00exceeded")}, nil, []string{"400 Bad Request", "context length"}},
		"redirect":                    {[]http.HandlerFunc{say(302, "", "Location", "http://example.org/")}, nil, []string{"302 Found", "http://example.org/", "not followed"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.steps...)
			client, clock := s.client(t, func(o *Options) { o.Key = secret })
			a, err := (&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)
			if !slices.Equal(clock.waits, c.waits) || s.calls() != len(c.waits)+1 {
				t.Errorf("waits: got %v in %d requests, want %v", clock.waits, s.calls(), c.waits)
			}
			if len(c.want) == 0 {
				if want := (Answer{Text: "Hello.", InputTokens: 7, OutputTokens: 2}); err != nil || a != want {
					t.Errorf("got %+v, %v, want %+v", a, err, want)
				}
				return
			}
			must.Hold(t, err != nil, "no error")
			for _, want := range append(c.want, "POST "+s.URL+"/v1/chat/completions") {
				must.Be(t, strings.Contains(err.Error(), want), "got %q, want it to say %q", err, want)
			}
			must.Be(t, !strings.Contains(err.Error(), secret), "the key is in the error: %q", err)
			must.Equal(t, errors.Is(err, ErrAnswer), slices.Contains(c.want, "unusable answer"), "%v: is ErrAnswer", err)
		})
	}
}

// A date says how long to wait, as seconds do.
func TestRetryAfterDate(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	wait, ok := retryAfter("Fri, 02 Jan 2026 03:04:35 GMT", now)
	must.Be(t, ok && wait == 30*time.Second, "wait %v, %v", wait, ok)
}

// What the client waits for is told, without the key.
func TestNotice(t *testing.T) {
	s := serve(t, say(503, "busy, "+secret), say(200, hello))
	var notices []string
	client, _ := s.client(t, func(o *Options) {
		o.Key, o.Notice = secret, func(message string) { notices = append(notices, message) }
	})
	must.Get((&Chat{client, "m"}).Complete(t.Context(), "Hi", 5))(t)
	must.Equal(t, notices, []string{"POST " + s.URL + "/v1/chat/completions: 503 Service Unavailable: busy, [key]; trying again in 1s"})
}

func TestTimeout(t *testing.T) {
	s := serve(t, hang)
	client, clock := s.client(t, func(o *Options) { o.Timeout, o.Retries = 20*time.Millisecond, 1 })
	_, err := (&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)
	must.Say(t, err, s.URL)
	must.Say(t, err, "no answer within 20ms")
	if len(clock.waits) != 1 { // how many requests arrive in their 20 ms is up to the machine
		t.Errorf("waits %v", clock.waits)
	}
}

// An address where nobody listens is named, with the cause.
func TestUnreachable(t *testing.T) {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := "http://" + l.Addr().String()
	_ = l.Close()
	clock := &fakeClock{}
	client := must.Get(New(Options{BaseURL: address, Key: secret, Sleep: clock.sleep, Retries: 2}))(t)
	_, err := (&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)
	if err == nil || !strings.Contains(err.Error(), "POST "+address+"/chat/completions: ") || !strings.Contains(err.Error(), "refused") || errors.Is(err, ErrAnswer) {
		t.Errorf("error %v", err)
	}
	must.Equal(t, clock.waits, seconds(1, 2), "waits")
}

// An endless answer is not read to its end.
func TestHugeAnswer(t *testing.T) {
	sent := atomic.Int64{}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		block := strings.Repeat(" ", 1<<20)
		for r.Context().Err() == nil {
			n, err := io.WriteString(w, block)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	})
	client, _ := s.client(t, func(o *Options) { o.Retries = -1 })
	_, err := (&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)
	must.Be(t, errors.Is(err, ErrAnswer) && strings.Contains(err.Error(), "longer than"), "error %v", err)
	if n := sent.Load(); n > 16<<20 {
		t.Errorf("%d bytes were sent", n)
	}
}

// Cancelling ends a request, a wait before one, and a wait for a place.
func TestCancel(t *testing.T) {
	t.Run("request", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { cancel(); hang(w, r) })
		client, _ := s.client(t, nil)
		if _, err := (&Chat{client, "m"}).Complete(ctx, "Hi", 5); !errors.Is(err, context.Canceled) || s.calls() != 1 {
			t.Errorf("error %v after %d requests", err, s.calls())
		}
	})
	t.Run("wait", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := serve(t, say(429, "", "Retry-After", "500"))
		client, _ := s.client(t, func(o *Options) { o.Sleep = nil; o.Notice = func(string) { cancel() } })
		if _, err := (&Chat{client, "m"}).Complete(ctx, "Hi", 5); !errors.Is(err, context.Canceled) || s.calls() != 1 {
			t.Errorf("error %v after %d requests", err, s.calls())
		}
	})
	t.Run("place", func(t *testing.T) {
		began := make(chan bool)
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { began <- true; hang(w, r) })
		client, _ := s.client(t, func(o *Options) { o.Concurrency = 1 })
		first, endFirst := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		wait.Go(func() { _, _ = (&Chat{client, "m"}).Complete(first, "one", 5) })
		<-began
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := (&Chat{client, "m"}).Complete(ctx, "two", 5); !errors.Is(err, context.Canceled) || s.calls() != 1 {
			t.Errorf("error %v after %d requests", err, s.calls())
		}
		endFirst()
		wait.Wait()
	})
}

// As many requests are open at a time as was said, and no more.
func TestConcurrency(t *testing.T) {
	const limit, rounds = 3, 4
	var open, most atomic.Int64
	arrived := make(chan chan bool)
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n := open.Add(1)
		defer open.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		leave := make(chan bool)
		arrived <- leave
		<-leave
		_, _ = io.WriteString(w, hello)
	})
	client, _ := s.client(t, func(o *Options) { o.Concurrency = limit })
	var wait sync.WaitGroup
	for i := range limit * rounds {
		wait.Go(func() {
			if _, err := (&Chat{client, "m"}).Complete(t.Context(), fmt.Sprint(i), 5); err != nil {
				t.Error(err)
			}
		})
	}
	for range rounds {
		var waiting []chan bool // with fewer places than limit, this would not come to an end
		for range limit {
			waiting = append(waiting, <-arrived)
		}
		for _, leave := range waiting {
			close(leave)
		}
	}
	wait.Wait()
	must.Equal(t, most.Load(), limit)
}

func TestNewRefuses(t *testing.T) {
	for base, want := range map[string]string{
		"":                                  "http://localhost:11434/v1",
		"localhost:11434/v1":                "http://localhost:11434/v1",
		"ftp://example.org":                 "http://localhost:11434/v1",
		"http://":                           "http://localhost:11434/v1",
		"https://me:hunter2@example.org/v1": "user or password",
		"://me:hunter2@example.org/v1":      "@example.org",
		"http://example.org/v1?key=hunter2": "query",
		"http://example.org/v1#hunter2":     "fragment",
	} {
		_, err := New(Options{BaseURL: base})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: error %v, want it to say %q", base, err, want)
		}
	}
	if _, err := New(Options{BaseURL: "http://localhost", Key: "two\nlines"}); err == nil || strings.Contains(err.Error(), "lines") {
		t.Errorf("a key of two lines: error %v", err)
	}
}

// What is sent is what the documentation of the API asks for.
func TestChatRequest(t *testing.T) {
	s := serve(t, say(200, hello))
	client, _ := s.client(t, func(o *Options) { o.Key = secret; o.BaseURL += "/" })
	must.Get((&Chat{client, "small"}).Complete(t.Context(), "Say “hello”.", 9))(t)
	want := `{"model":"small","messages":[{"role":"user","content":"Say “hello”."}],"temperature":0,"max_tokens":9,"stream":false}`
	must.Be(t, s.bodies[0] == want && s.path == "POST /v1/chat/completions", "got %s %s, want %s", s.path, s.bodies[0], want)
	must.Equal(t, s.header.Get("Authorization"), "Bearer "+secret, "authorization")
	keyless, _ := s.client(t, nil)
	if _, err := (&Chat{keyless, "small"}).Complete(t.Context(), "Hi", 9); err != nil || s.header.Values("Authorization") != nil {
		t.Errorf("without a key: %v, authorization %q", err, s.header.Values("Authorization"))
	}
}

// A cut answer is marked; an empty one is an answer.
func TestChatAnswers(t *testing.T) {
	for body, want := range map[string]Answer{
		`{"choices":[{"message":{"content":"Half a"},"finish_reason":"length"}]}`: {Text: "Half a", Cut: true},
		`{"choices":[{"message":{"content":""}}]}`:                                {},
		`{"choices":[{"message":{"content":null}}]}`:                              {},
	} {
		client, _ := serve(t, say(200, body)).client(t, nil)
		got, err := (&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)
		must.Be(t, err == nil && got == want, "%s: got %+v, %v, want %+v", body, got, err, want)
	}
}

// Unusable answers are refused with the fault. An explanation is shown in one line, and a long one is cut.
func TestChatRefuses(t *testing.T) {
	for body, want := range map[string]string{
		"{": "JSON", "{}": "no choices[0].message", `{"choices":[]}`: "no choices[0].message", `{"choices":[{"text":"x"}]}`: "no choices[0].message",
		`{"choices":[{"message":{"content":"` + strings.Repeat("x", maxText+1) + `"}}]}`: fmt.Sprintf("longer than %d bytes", maxText),
	} {
		client, _ := serve(t, say(200, body)).client(t, nil)
		must.Say(t, must.Err((&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)), want, "%.40s", body)
	}
	for body, want := range map[string]string{
		"plain\n text": "plain text", `{"error": {"message": "of an object"}}`: "of an object", `{"error": "of a string"}`: "of a string",
		`{"error": {"code": 1}}`: `{"error": {"code": 1}}`, "\xff": "�", strings.Repeat("ö", maxExplained): strings.Repeat("ö", maxExplained),
		strings.Repeat("ö", maxExplained+1): strings.Repeat("ö", maxExplained) + "…",
	} {
		must.Equal(t, explanation([]byte(body)), want, "%.40s", body)
	}
}

// An answer that another version has kept is asked for again.
func TestCacheOfAnotherVersion(t *testing.T) {
	client, _ := serve(t, say(200, hello)).client(t, func(o *Options) { o.Cache = &Cache{Dir: t.TempDir(), Warn: func(string, string) {}} })
	chat := &Chat{client, "m"}
	key := keyOf(chatPath, chat.request("Hi", 5))
	must.OK(t, client.o.Cache.put(key, []byte(`"Hello."`)))
	if a, ok := chat.Kept("Hi", 5); ok {
		t.Errorf("kept %+v", a)
	}
	if a, err := chat.Complete(t.Context(), "Hi", 5); err != nil || a.Text != "Hello." || a.Cached {
		t.Errorf("got %+v, %v", a, err)
	}
}
