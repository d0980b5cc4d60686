package wazerohost

import (
	"errors"
	"strings"
)

// Refused is an engine's answer to input that it does not accept (status 1). The instance
// is as it was before the call and may be used on.
type Refused struct {
	Code    string `json:"code"`    // "format", "version", "checksum", "request" or "state"
	Message string `json:"message"` // the value that it got, and the values that it wants
}

// Error returns code and message.
func (r *Refused) Error() string { return "engine refused: " + r.Code + ": " + r.Message }

// The ways in which an instance dies, for errors.Is on a *Dead.
var (
	ErrExited   = errors.New("the guest program exited")          // a panic, a fatal error, os.Exit
	ErrTrapped  = errors.New("the guest trapped")                 // out-of-bounds access, unreachable, stack overflow
	ErrProtocol = errors.New("the guest broke the call contract") // unknown status, result outside memory, undecodable refusal
	ErrClosed   = errors.New("the instance is closed")
)

// Dead says how an instance died. Every later call on the instance returns the same *Dead;
// a new instance of the same Program takes its place.
type Dead struct {
	Export   string // the export that was running
	Cause    error  // one of the errors above
	Detail   string // exit code, trap with its wasm stack trace, or the value got and the value wanted
	ExitCode int32  // ErrExited: 2 for a Go panic
	Output   string // the end of what the guest has printed, such as the goroutine traces of a panic
}

// Error names the export and the cause of death, and then the output.
func (d *Dead) Error() string {
	var s strings.Builder
	s.WriteString("engine is dead: " + d.Export + ": " + d.Cause.Error())
	if d.Detail != "" {
		s.WriteString(": " + d.Detail)
	}
	if d.Output != "" {
		s.WriteString("\nguest output:\n" + d.Output)
	}
	return s.String()
}

// Unwrap returns the cause.
func (d *Dead) Unwrap() error { return d.Cause }
