package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
)

// outputFlags say what a build tells of itself, and where.
type outputFlags struct {
	quiet, silent, verbose bool
	logfile                string
}

func (o *outputFlags) register(f *pflag.FlagSet) {
	f.BoolVar(&o.quiet, "quiet", false, "print errors and warnings only")
	f.BoolVar(&o.silent, "silent", false, "print nothing: the exit code tells")
	f.BoolVar(&o.verbose, "verbose", false, "print every warning, which pages are left out on purpose, and what the index has")
	f.StringVar(&o.logfile, "logfile", "", "`FILE` to which all that is printed to standard error goes too")
}

func (o *outputFlags) isQuiet() bool { return o.quiet || o.silent }

// redirect returns a program that writes where the flags say, and what closes the
// log. The log gets what --quiet leaves, and what --silent would hide.
func (o *outputFlags) redirect(p *program) (*program, func(), error) {
	out := *p
	if o.silent {
		out.err = io.Discard
	}
	if o.logfile == "" {
		return &out, func() {}, nil
	}
	log, err := os.Create(o.logfile)
	if err != nil {
		return nil, nil, err
	}
	if o.silent {
		out.err = log
	} else {
		out.err = io.MultiWriter(p.err, log)
	}
	return &out, func() { _ = log.Close() }, nil
}

// silentError is an error that is not printed.
type silentError struct{ error }

func (e silentError) Unwrap() error { return e.error }

// hush keeps an error from being printed if nothing is to be.
func (o *outputFlags) hush(err error) error {
	if err != nil && o.silent {
		return silentError{err}
	}
	return err
}

// checkPlace refuses an output folder that the command runs in: a build puts another
// folder in its place, and the shell that started it would be left in one that is gone.
func checkPlace(command, output string) error {
	place, err := os.Stat(output)
	if err != nil {
		return nil // nothing is replaced, or the builder says why it cannot be
	}
	here, err := os.Getwd()
	if err != nil {
		return nil
	}
	for {
		if info, err := os.Stat(here); err == nil && os.SameFile(info, place) {
			return usage.Errorf("%s: the output path %s is the folder that this command runs in, or around it, and a build puts another folder in its place: choose another one, or run the command from outside of it", command, output)
		}
		above := filepath.Dir(here)
		if above == here {
			return nil
		}
		here = above
	}
}
