package serve

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Requests whose Host is another one are refused, as those of a page whose name leads to
// this machine.
func TestHosts(t *testing.T) {
	local, everywhere, here := net.IPv4(127, 0, 0, 1), net.IPv4zero, net.IPv4(192, 168, 1, 5)
	for _, test := range []struct {
		addr    string
		at      net.IP
		allowed string // hosts, with spaces between
		refused string
	}{
		{"127.0.0.1:8080", local, "localhost localhost:8080 LOCALHOST:9 localhost. docs.localhost:8080 127.0.0.1 127.0.0.1:8080 127.0.0.2 [::1] [::1]:8080",
			"evil.example evil.example:8080 localhost.evil.example 127.0.0.1.evil.example 192.168.1.5 [fe80::1] evil-localhost 0x7f000001 []: :8080"},
		{"docs.internal:8080", here, "docs.internal DOCS.internal:80 192.168.1.5:8080 localhost", "internal 192.168.1.6 evil.example"},
		{":8080", everywhere, "192.168.1.5 [fe80::1]:8080 localhost", "evil.example :8080"},
		{"0.0.0.0:8080", everywhere, "192.168.1.5", "evil.example"},
		{"[::]:8080", net.IPv6unspecified, "192.168.1.5 [::1]", "evil.example"},
	} {
		h := newHostCheck(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {}), test.addr, &net.TCPAddr{IP: test.at, Port: 8080})
		for want, hosts := range map[int]string{http.StatusOK: test.allowed, http.StatusMisdirectedRequest: test.refused} {
			for host := range strings.FieldsSeq(hosts) {
				r := httptest.NewRequest(http.MethodGet, "/", nil)
				r.Host = host
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != want || want != http.StatusOK && !strings.Contains(w.Body.String(), "--addr") {
					t.Errorf("%s: %s: got %d %q, want %d", test.addr, host, w.Code, w.Body, want)
				}
			}
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = ""
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusMisdirectedRequest {
			t.Errorf("%s: no host: got %d", test.addr, w.Code)
		}
	}
}

// Pages of other sites get no answer, but with CORS. Programs and old browsers send no origin.
func TestOrigins(t *testing.T) {
	h, _ := start(t, func(*Options) {})
	open, _ := start(t, func(o *Options) { o.CORS = true })
	for _, test := range []struct {
		host, origin string
		allowed      bool
	}{
		{"localhost:8080", "", true}, {"localhost:8080", "http://localhost:8080", true}, {"127.0.0.1:8080", "http://localhost:5173", true},
		{"192.168.1.5:8080", "http://192.168.1.5:8080", true}, {"[::1]:8080", "http://[::1]", true}, {"docs.internal", "https://DOCS.internal", true},
		{"localhost:8080", "https://evil.example", false}, {"localhost:8080", "null", false}, {"localhost:8080", "http://192.168.1.6", false},
		{"localhost", "http://localhost.evil.example", false}, {"localhost", "localhost", false}, {"localhost", "%", false},
	} {
		for _, cors := range []bool{false, true} {
			next := map[bool]http.Handler{false: h, true: open}[cors]
			c := newHostCheck(next, "docs.internal:8080", &net.TCPAddr{IP: net.IPv4zero, Port: 8080})
			r := httptest.NewRequest(http.MethodGet, "/mycel.json", nil)
			if r.Host = test.host; test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if allowed := w.Code == http.StatusOK; allowed != (test.allowed || cors) || !allowed && w.Code != http.StatusForbidden {
				t.Errorf("%q of %q, CORS %v: got %d", test.origin, test.host, cors, w.Code)
			}
		}
	}
}

// With CORS other origins may read the files of the bundle, and nothing else.
func TestCORS(t *testing.T) {
	site := t.TempDir()
	must.Write(t, filepath.Join(site, "index.html"), "home")
	for _, test := range []struct {
		root  string
		mount string
		pages []string // that others may not read
	}{
		{"", "/", []string{"/waves.html", "/document?id=waves.md", "/nothing"}},
		{site, "/mycel/", []string{"/", "/index.html", "/mycel/document?id=waves.md"}},
	} {
		for _, cors := range []bool{false, true} {
			h, _ := start(t, func(o *Options) { o.Root, o.CORS = test.root, cors })
			want := map[bool]string{true: "*"}[cors]
			for _, file := range []string{"", "mycel.json", "client/index.js"} {
				header := get(h, test.mount+file).Header()
				must.Equal(t, header.Get("Access-Control-Allow-Origin"), want, "%s%s", test.mount, file)
				if got := header.Get("Access-Control-Expose-Headers"); (got == "Content-Range") != cors {
					t.Errorf("%s%s: got %q of the headers that others may read", test.mount, file, got)
				}
			}
			for _, page := range test.pages {
				if got := get(h, page).Header().Values("Access-Control-Allow-Origin"); len(got) > 0 {
					t.Errorf("%s: got %q", page, got)
				}
			}
		}
	}
}
