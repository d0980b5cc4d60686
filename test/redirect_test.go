package test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"mycel"
	"mycel/internal/must"
)

// transport answers requests in place of the network.
type transport func(*http.Request) *http.Response

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// A redirect may lead to encryption, not away from it.
func TestRedirects(t *testing.T) {
	original := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = original })
	for _, test := range []struct {
		from, to string
		followed bool
	}{
		{"http://example.org/a/", "https://example.org/a/mycel.json", true},
		{"https://example.org/a/", "https://www.example.org/a/mycel.json", true},
		{"http://example.org/a/", "http://example.org/b/mycel.json", true},
		{"https://example.org/a/", "http://example.org/a/mycel.json", false},
	} {
		followed := false
		http.DefaultTransport = transport(func(r *http.Request) *http.Response {
			answer := &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: r}
			if r.URL.String() == test.to {
				followed = true
			} else {
				answer.StatusCode = http.StatusFound
				answer.Header.Set("Location", test.to)
			}
			return answer
		})
		if _, err := mycel.OpenURL(t.Context(), test.from); err == nil {
			t.Errorf("%s to %s: no error, but no bundle is there", test.from, test.to)
		}
		must.Equal(t, followed, test.followed, "%s to %s: followed", test.from, test.to)
	}
}
