package mycel

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Bounds of what a server may send: a bundle that is larger is of no use in a
// browser.
const (
	maxDownload       = 256 << 20 // bytes of one file as it is stored
	maxRemoteUnpacked = 1 << 30
	downloadTime      = 2 * time.Minute // for one file
	maxRedirects      = 5
)

// remote is a bundle on a web server.
type remote struct {
	base   *url.URL // ends in a slash
	client *http.Client
}

// OpenURL reads the index of the bundle in a folder of a web server, such as
// https://example.org/docs/mycel/. Every file is checked against the manifest, in
// length and content, and refused if it is larger than 256 MiB, or 1 GiB unpacked.
// Errors name the address; those of missing files wrap fs.ErrNotExist.
func OpenURL(ctx context.Context, address string) (*Bundle, error) {
	r, err := newRemote(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, r)
}

func newRemote(address string) (*remote, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, err // says which address
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("%q: want the http or https address of a bundle's folder", address)
	}
	base.RawQuery, base.Fragment = "", ""
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	base.RawPath = ""
	return &remote{base, &http.Client{Timeout: downloadTime, CheckRedirect: checkRedirect}}, nil
}

// checkRedirect follows a few redirects, but none that gives up encryption.
func checkRedirect(request *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	if before[0].URL.Scheme == "https" && request.URL.Scheme != "https" {
		return fmt.Errorf("redirected from https to %s", request.URL.Redacted())
	}
	return nil
}

func (r *remote) address(name string) *url.URL {
	if name == "" {
		return r.base
	}
	return r.base.JoinPath(name)
}

func (r *remote) place(name string) string { return r.address(name).Redacted() }

func (r *remote) most() int64 { return maxRemoteUnpacked }

func (r *remote) read(ctx context.Context, name string, size int64) ([]byte, error) {
	if size > maxDownload {
		return nil, fmt.Errorf("%s: the manifest says it has %d bytes, more than %d MiB", r.place(name), size, maxDownload>>20)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.address(name).String(), nil)
	if err != nil {
		return nil, err
	}
	// Checksums are of files as they are stored.
	request.Header.Set("Accept-Encoding", "identity")
	request.Header.Set("User-Agent", "mycel/"+Version)
	response, err := r.client.Do(request)
	if err != nil {
		return nil, err // says which address
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return nil, fmt.Errorf("%s: %w: the server answers %s", r.place(name), fs.ErrNotExist, response.Status)
	default:
		return nil, fmt.Errorf("%s: the server answers %s", r.place(name), response.Status)
	}
	b, ok, err := readAtMost(response.Body, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.place(name), err)
	}
	if !ok {
		return nil, fmt.Errorf("%s: the server sends more than %d bytes", r.place(name), size)
	}
	return b, nil
}
