package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// draining is a transport that closes only after all requests are answered. The SDK cancels open requests at the end of
// the input, so a script that pipes its requests would get no answers.
type draining struct{ mcp.Transport }

func (d draining) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	return &drainingConnection{Connection: c}, err
}

// maxDrain limits the wait for answers after the end of the input.
const maxDrain = 30 * time.Second

type drainingConnection struct {
	mcp.Connection
	ids   sync.Map       // requests without an answer. If a client repeats an id, the SDK answers only one request.
	asked sync.WaitGroup // counts ids
}

// Read passes on requests and counts them. It passes on the end of the input after all answers.
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

// Write passes on answers and counts them, even if the client no longer reads.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, ok := message.(*jsonrpc.Response); ok {
		if _, known := c.ids.LoadAndDelete(response.ID); known {
			c.asked.Done()
		}
	}
	return err
}
