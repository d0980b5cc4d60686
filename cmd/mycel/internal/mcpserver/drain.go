package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// draining is a transport whose connections answer all requests before they end. The SDK drops open requests when the
// input ends, and a script that pipes its requests in would get no answers.
type draining struct{ mcp.Transport }

func (d draining) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainingConnection{
		Connection: c, asked: map[jsonrpc.ID]bool{},
		progress: make(chan struct{}, 1), closed: make(chan struct{}),
	}, nil
}

// maxDrain bounds how long answers are waited for when the input has ended.
const maxDrain = 30 * time.Second

type drainingConnection struct {
	mcp.Connection
	progress chan struct{} // has an element after an answer
	closed   chan struct{}
	close    sync.Once

	mu    sync.Mutex
	asked map[jsonrpc.ID]bool // requests without an answer
}

// Read passes on requests and notes them. The end of the input it passes on when all are answered.
func (c *drainingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if err != nil {
		c.drain(ctx)
		return nil, err
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.mu.Lock()
		c.asked[request.ID] = true
		c.mu.Unlock()
	}
	return message, nil
}

// Write passes on answers and notes them, also those that the client takes no more.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, ok := message.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.asked, response.ID)
		c.mu.Unlock()
		select {
		case c.progress <- struct{}{}:
		default:
		}
	}
	return err
}

// Close also ends the waiting.
func (c *drainingConnection) Close() error {
	c.close.Do(func() { close(c.closed) })
	return c.Connection.Close()
}

// answered reports whether no request is without an answer.
func (c *drainingConnection) answered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked) == 0
}

// drain waits until everything is answered.
func (c *drainingConnection) drain(ctx context.Context) {
	timeout := time.NewTimer(maxDrain)
	defer timeout.Stop()
	for !c.answered() {
		select {
		case <-c.progress:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		case <-timeout.C:
			return
		}
	}
}
