// Package mcpserver serves a bundle over the Model Context Protocol. A language
// model's client searches and reads documents with four tools, which change
// nothing.
//
// The tools search and fetch have the names, arguments and results that ChatGPT's
// deep research expects (https://platform.openai.com/docs/mcp). Clients that know
// only these two can therefore use the server.
package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mycel"
)

// Options are the bundle to serve, and how.
type Options struct {
	Bundle *mycel.Bundle
	Check  time.Duration // how often at most to look for a newer bundle; 0 looks at every call
	Site   *url.URL      // base of the documents' relative addresses; nil leaves them relative
	Log    *log.Logger
}

// server has the tools.
type server struct {
	latest latest
	site   *url.URL
}

// New returns a server with the four tools.
func New(o Options) *mcp.Server {
	s := &server{latest: latest{bundle: o.Bundle, every: o.Check, log: o.Log, checked: time.Now()}, site: o.Site}
	m := mcp.NewServer(
		&mcp.Implementation{Name: "mycel", Title: "Mycel", Version: mycel.Version},
		// By default the SDK also offers logging and notices of new tools.
		&mcp.ServerOptions{Instructions: instructions(o.Bundle), Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}},
	)
	s.addTools(m)
	return m
}

// maxMessage is the size of the longest message of a client, in bytes. Valid calls
// are far shorter.
const maxMessage = 1 << 20

// Run speaks the protocol over a pair of streams, one message a line. It ends when
// ctx ends, or after the end of the input when all is answered; neither is an error.
// No other code may write to w.
func Run(ctx context.Context, m *mcp.Server, r io.Reader, w io.Writer) error {
	// The caller closes the streams.
	err := m.Run(ctx, draining{&mcp.IOTransport{Reader: io.NopCloser(r), Writer: nopCloser{w}, MaxLineLength: maxMessage}})
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return nil
	case err != nil:
		return fmt.Errorf("mcp: what the client sent: %w", err)
	}
	return nil
}

// Handler answers clients over HTTP, with the protocol's transport Streamable HTTP. The tools keep
// no state between requests.
func Handler(m *mcp.Server) http.Handler {
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	return http.MaxBytesHandler(h, maxMessage)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// maxTitles is the number of titles in the instructions.
const maxTitles = 12

// instructions describe the documents and the tools to a model.
func instructions(b *mycel.Bundle) string {
	n := b.Engine().Header().Counts.Documents
	// Instructions without titles are better than no server.
	list, _ := b.Titles(context.Background(), maxTitles)
	about := ""
	for i, title := range list {
		about += [...]string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%q", brief(title, maxTitle))
	}
	if n > len(list) && about != "" {
		about += " and others"
	}
	return fmt.Sprintf("Searches %d documents%s. Use search with a question or key words, then fetch with the id of a result to read it. "+
		"related finds what is near a document, overview sums up a topic. Cite the url of what you use.",
		n, about)
}

// maxTitle is the length of the longest title in the instructions, in bytes.
const maxTitle = 80

// brief returns a text in one line, cut to n bytes and an ellipsis if it is longer.
func brief(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
