package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// draining is a transport whose connections answer all requests before they end. The SDK cancels open requests when the
// input ends, and a script that pipes its requests in would get no answers.
type draining struct{ mcp.Transport }

func (d draining) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	return &drainingConnection{Connection: c}, err
}

// maxDrain bounds how long answers are waited for when the input has ended.
const maxDrain = 30 * time.Second

type drainingConnection struct {
	mcp.Connection
	ids   sync.Map       // of requests without an answer: a client may repeat an id, and the SDK answers one of them
	asked sync.WaitGroup // counts ids
}

// Read passes on requests and counts them. The end of the input it passes on when all are answered.
func (c *drainingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		if _, known := c.ids.LoadOrStore(request.ID, true); !known {
			c.asked.Add(1)
		}
	}
	if err != nil {
		answered := make(chan struct{})
		go func() {
			c.asked.Wait()
			close(answered)
		}()
		select {
		case <-answered:
		case <-ctx.Done():
		case <-time.After(maxDrain):
		}
	}
	return message, err
}

// Write passes on answers and counts them, also those that the client takes no more.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, ok := message.(*jsonrpc.Response); ok {
		if _, known := c.ids.LoadAndDelete(response.ID); known {
			c.asked.Done()
		}
	}
	return err
}
