package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Schemes have no case.
func TestAddresses(t *testing.T) {
	bundle := gardenBundle(t)
	server := httptest.NewServer(http.FileServer(http.Dir(bundle)))
	defer server.Close()
	for _, command := range []string{"query", "overview"} {
		want := mycelRun(t, command, "--bundle", bundle, "compost").want(t, exitDone)
		for _, scheme := range []string{"http", "HTTP", "Http"} {
			must.Equal(t, mycelRun(t, command, "--bundle", scheme+strings.TrimPrefix(server.URL, "http"), "compost"), want, "%s %s", command, scheme)
		}
	}
}

// What reads files of a folder says so.
func TestAddressesOfFolders(t *testing.T) {
	for _, at := range []string{"http://example.invalid/mycel/", "HTTPS://example.invalid/mycel/"} {
		says := "got the address " + at + ", want the folder of a bundle"
		mycelRun(t, "inspect", at).want(t, exitUsage, "inspect: "+says)
		mycelRun(t, "serve", at).want(t, exitUsage, "serve: "+says)
		mycelRun(t, "eval", "queries.yml", "--bundle", at).want(t, exitUsage, "eval: --bundle: "+says)
	}
}
