package manifest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Limits for responses of a server. A browser could not use a larger bundle.
const (
	maxDownload  = 256 << 20       // bytes of one stored file
	downloadTime = 2 * time.Minute // for one file
	maxRedirects = 5
)

// remote is a bundle on a web server.
type remote struct {
	base   *url.URL // ends in a slash
	agent  string
	client *http.Client
	packs  wholePacks
}

// URL returns the source of the bundle in a folder of a web server, such as https://example.org/docs/mycel/.
// agent is the name that it sends to the server.
func URL(address, agent string) (Source, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, err // the error names the address
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("%q: want the http or https address of a bundle's folder", address)
	}
	base.RawQuery, base.Fragment = "", ""
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	base.RawPath = ""
	return &remote{base: base, agent: agent, client: &http.Client{Timeout: downloadTime, CheckRedirect: checkRedirect}}, nil
}

// checkRedirect follows a few redirects, but none from an encrypted to an unencrypted address.
func checkRedirect(request *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return fmt.Errorf("more than %d redirects, the last to %s", maxRedirects, request.URL.Redacted())
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
	name, slot, _ := strings.Cut(name, "?")
	address := r.base.JoinPath(name)
	address.RawQuery = slot
	return address
}

func (r *remote) Place(name string) string { return r.address(name).Redacted() }

// pause is the time before a failed request is repeated.
const pause = 250 * time.Millisecond

// Read fetches a file, and repeats the request once if the server or the connection failed.
func (r *remote) Read(ctx context.Context, f File) ([]byte, error) {
	if f.Bytes > maxDownload {
		return nil, fmt.Errorf("%s: the manifest says it has %d bytes, more than %d MiB", r.Place(f.Path), f.Bytes, maxDownload>>20)
	}
	return twice(ctx, func() ([]byte, bool, error) { return r.fetch(ctx, f) })
}

// twice calls fetch again after a pause if its error may be temporary.
func twice(ctx context.Context, fetch func() (b []byte, again bool, err error)) ([]byte, error) {
	b, again, err := fetch()
	if !again {
		return b, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(pause):
	}
	b, _, err = fetch()
	return b, err
}

// fetch returns a file. again tells whether an error may be temporary.
func (r *remote) fetch(ctx context.Context, f File) (b []byte, again bool, err error) {
	response, again, err := r.request(ctx, f.Path, nil)
	if err != nil {
		return nil, again, err
	}
	defer response.Body.Close()
	b, ok, err := readEncoded(response, f)
	if err != nil {
		return nil, ctx.Err() == nil, fmt.Errorf("%s: %w", r.Place(f.Path), err)
	}
	if !ok {
		return nil, false, fmt.Errorf("%s: the server sends more than %d bytes, so the file is not the one the manifest lists", r.Place(f.Path), f.mostBytes())
	}
	return b, false, nil
}

// request requests a file with additional headers. The status of the response is 200, or any if the request has
// the header Range.
func (r *remote) request(ctx context.Context, name string, more map[string]string) (response *http.Response, again bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.address(name).String(), nil)
	if err != nil {
		return nil, false, err
	}
	// Checksums are those of stored files.
	request.Header.Set("Accept-Encoding", "identity")
	request.Header.Set("User-Agent", r.agent)
	for key, value := range more {
		request.Header.Set(key, value)
	}
	response, err = r.client.Do(request)
	if err != nil {
		// The error's own address is that of the last redirect as the server wrote it, which may lack a host.
		if failed := new(url.Error); errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, response == nil && ctx.Err() == nil, fmt.Errorf("%s: %w", r.Place(name), err)
	}
	switch code := response.StatusCode; {
	case code == http.StatusOK || more["Range"] != "":
		return response, false, nil
	case code == http.StatusNotFound || code == http.StatusGone:
		err = fmt.Errorf("%s: %w: the server answers %s", r.Place(name), fs.ErrNotExist, response.Status)
	default:
		again, err = code >= http.StatusInternalServerError, fmt.Errorf("%s: the server answers %s", r.Place(name), response.Status)
	}
	_ = response.Body.Close()
	return nil, again, err
}

// readEncoded reads a file, stored or unpacked, for any encoding by the host: some hosts unpack compressed files
// or compress them a second time, and some do so without a request. ok is false if the file is longer than the
// manifest states.
func readEncoded(response *http.Response, f File) (b []byte, ok bool, err error) {
	body := bufio.NewReader(response.Body)
	limit, compressed := f.mostStored(), f.compressed()
	encoded := response.Header.Get("Content-Encoding") == "gzip"
	switch head, _ := body.Peek(2); {
	case encoded:
		limit += limit/100 + 1<<10 // compression makes some content longer
	case compressed && !isGzip(head):
		limit = f.mostUnpacked()
	}
	// The manifest of a server is not trusted for the size of the response.
	if b, ok, err = readAtMost(body, 0, limit); !ok || err != nil || !encoded || !isGzip(b) {
		return b, ok, err
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, false, err
	}
	inside := bufio.NewReader(r)
	if head, _ := inside.Peek(2); compressed && !isGzip(head) {
		return b, true, nil // the file itself, which the host declares as compressed
	}
	return readAtMost(inside, 0, f.mostStored())
}

// isGzip tells whether b begins as gzip files do.
func isGzip(b []byte) bool { return len(b) > 1 && b[0] == 0x1f && b[1] == 0x8b }
