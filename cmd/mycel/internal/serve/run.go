package serve

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
)

// Run serves h at l until ctx ends, then gives unfinished answers a moment to end. It
// closes l, and returns nil if ctx has ended. addr is the host and port in --addr:
// requests to other hosts are refused, see hostCheck.
func Run(ctx context.Context, l net.Listener, addr string, h http.Handler, logger *log.Logger) error {
	server := withTimeouts(newHostCheck(h, addr, l.Addr()))
	server.ErrorLog = logger
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-ended
	return err
}
