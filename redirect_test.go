package mycel

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A redirect may lead to encryption, not away from it.
func TestCheckRedirect(t *testing.T) {
	get := func(address string) *http.Request { return httptest.NewRequest(http.MethodGet, address, nil) }
	for _, test := range []struct {
		from, to string
		ok       bool
	}{
		{"http://example.org/a", "https://example.org/a", true},
		{"https://example.org/a", "https://www.example.org/a", true},
		{"http://example.org/a", "http://example.org/a/", true},
		{"https://example.org/a", "http://example.org/a", false},
	} {
		if err := checkRedirect(get(test.to), []*http.Request{get(test.from)}); (err == nil) != test.ok {
			t.Errorf("%s to %s: got %v", test.from, test.to, err)
		}
	}
}
