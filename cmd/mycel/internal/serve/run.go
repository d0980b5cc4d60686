package serve

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

// Times after which a connection is given up.
const (
	headerTimeout   = 10 * time.Second
	shutdownTimeout = 3 * time.Second
)

// Run serves h at l until ctx ends, then lets the answers under way finish for a
// moment. It closes l. Its error is nil if ctx ended it.
func Run(ctx context.Context, l net.Listener, h http.Handler, logger *log.Logger) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: headerTimeout, ErrorLog: logger}
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
