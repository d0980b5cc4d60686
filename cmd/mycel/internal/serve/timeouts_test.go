package serve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mycel/internal/must"
)

// pipes is a listener whose connections are in memory. In a bubble of synctest their
// deadlines follow its clock, and no real time passes.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial returns the client's end of a new connection.
func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.connections <- server
	return client
}

// answering runs a server whose answers have a length, and a client of it.
func answering(t *testing.T, length int, client func(c net.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes()
		body := strings.Repeat("x", length)
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "x.txt", time.Time{}, strings.NewReader(body))
		})
		server := withTimeouts(h)
		server.ErrorLog = log.New(io.Discard, "", 0)
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(l) }()
		c := l.dial()
		client(c)
		_ = c.Close()
		err := server.Close()
		must.Be(t, err == nil || errors.Is(err, net.ErrClosed), "%v", err)
		<-ended
	})
}

const requestText = "GET /x.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"

// ends returns how long it takes until the server closes the connection.
func ends(t *testing.T, c net.Conn) time.Duration {
	t.Helper()
	start := time.Now()
	if _, err := io.Copy(io.Discard, c); err != nil { // half a request is answered with an error
		t.Error(err)
	}
	return time.Since(start)
}

// A connection on which no request comes, or half of one, is closed.
func TestIdleConnections(t *testing.T) {
	answering(t, 10, func(c net.Conn) {
		fmt.Fprint(c, requestText)
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Error(err)
			return
		}
		if body, err := io.ReadAll(response.Body); err != nil || len(body) != 10 {
			t.Errorf("got %q, %v", body, err)
		}
		must.Equal(t, ends(t, c), idleTimeout, "an idle connection is closed after")
	})
	answering(t, 10, func(c net.Conn) {
		fmt.Fprint(c, requestText[:20])
		must.Equal(t, ends(t, c), readTimeout, "half a request is waited for")
	})
}

// A reader who takes nothing of an answer is given up. One who takes a little now and then
// gets all of it.
func TestSlowReaders(t *testing.T) {
	const length = 1 << 20
	answering(t, length, func(c net.Conn) {
		fmt.Fprint(c, requestText)
		time.Sleep(writeTimeout + time.Second)
		rest, _ := io.ReadAll(c)
		must.Be(t, len(rest) == 0, "after %v of silence the server goes on with %d bytes", writeTimeout, len(rest))
	})
	answering(t, length, func(c net.Conn) {
		fmt.Fprint(c, requestText)
		in := bufio.NewReaderSize(slowly{c}, 32<<10)
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Error(err)
			return
		}
		if n, err := io.Copy(io.Discard, response.Body); err != nil || n != length {
			t.Errorf("a slow reader gets %d bytes, %v, want %d", n, err, length)
		}
	})
}

// slowly is a connection whose reader rests before each piece.
type slowly struct{ net.Conn }

func (s slowly) Read(b []byte) (int, error) {
	time.Sleep(writeTimeout / 4)
	return s.Conn.Read(b)
}
