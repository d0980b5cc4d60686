package openai

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// transientError is a failure after which the same request may succeed.
type transientError struct {
	err   error
	after string // the header Retry-After
}

func (e *transientError) Error() string { return e.err.Error() }

func (e *transientError) Unwrap() error { return e.err }

// passing reports whether the same request may succeed after this status.
func passing(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status >= 500
}

// Waiting times: 1, 2, 4, … seconds up to a minute, unless the endpoint sets a time. They are not random, because a
// build has few requests at a time. If an endpoint asks for more than maxAfter, the request fails.
const (
	firstWait = time.Second
	maxWait   = time.Minute
	maxAfter  = 10 * time.Minute
)

// schedule returns how long to wait before the next attempt, and whether there is one. attempt counts from 0.
func (c *Client) schedule(attempt int, err error) (wait time.Duration, again bool) {
	var transient *transientError
	if !errors.As(err, &transient) && !errors.Is(err, ErrAnswer) || attempt >= c.o.Retries {
		return 0, false
	}
	wait = min(firstWait<<min(attempt, 10), maxWait)
	if transient != nil {
		if after, ok := retryAfter(transient.after, time.Now()); ok {
			wait = after
		}
	}
	return wait, wait <= maxAfter
}

// retryAfter reads the header of that name: seconds, or a date (RFC 9110, section 10.2.3). A date
// in the past means no wait.
func retryAfter(header string, now time.Time) (time.Duration, bool) {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}
