package mcpserver

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mycel/internal/must"
)

// input is a connection that gives messages, and then the end.
type input struct {
	mcp.Connection
	messages []jsonrpc.Message
}

func (i *input) Read(context.Context) (jsonrpc.Message, error) {
	if len(i.messages) == 0 {
		return nil, io.EOF
	}
	m := i.messages[0]
	i.messages = i.messages[1:]
	return m, nil
}

func (*input) Write(context.Context, jsonrpc.Message) error { return nil }

// The end of the input waits for the answer of each id, and no longer: an id that comes twice has one, and an answer that
// nobody has asked for counts for nothing.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := must.Get(jsonrpc.MakeID("one"))(t)
		call, answer := &jsonrpc.Request{ID: one, Method: "ping"}, &jsonrpc.Response{ID: one}
		c := &drainingConnection{Connection: &input{messages: []jsonrpc.Message{call, call}}}
		for range 2 {
			must.Get(c.Read(t.Context()))(t)
		}
		begin, ended := time.Now(), make(chan time.Duration, 1)
		go func() {
			_, err := c.Read(t.Context())
			must.Is(t, err, io.EOF)
			ended <- time.Since(begin)
		}()
		synctest.Wait()
		must.Be(t, len(ended) == 0, "the end came before the answer")
		time.Sleep(time.Second)
		must.OK(t, c.Write(t.Context(), answer))
		must.Equal(t, <-ended, time.Second, "the end came after")
		must.OK(t, c.Write(t.Context(), answer))
	})
}
