package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
)

// outputFlags say what a build prints, and where.
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

// redirect returns a program that writes its messages where the flags say, and a function
// that closes the log. With --silent the messages still go to the log.
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

// hush returns err in a form that is not printed if --silent is set.
func (o *outputFlags) hush(err error) error {
	if err != nil && o.silent {
		return silentError{err}
	}
	return err
}

// checkPlace refuses an output folder in which the command runs. A build replaces that folder,
// and the shell would be left in a folder that has been removed.
func checkPlace(command, output string) error {
	place, err := os.Stat(output)
	if err != nil {
		return nil // nothing is replaced, or the builder reports the cause
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

// budgetFlags limit the size of a bundle; 0 is no limit.
type budgetFlags struct {
	firstQuery, bundle int64 // bytes
	files              int
}

func (b *budgetFlags) register(f *pflag.FlagSet) {
	f.Var(byteSize(&b.firstQuery), "budget-first-query", "most `BYTES` before the first query: manifest, engine and index, as stored")
	f.Var(byteSize(&b.bundle), "budget-bundle", "most `BYTES` of all files of the bundle")
	f.Var(number(&b.files, 1, 1<<30), "budget-files", "most files of the bundle")
}

// check returns an error for every limit that the bundle exceeds.
func (b *budgetFlags) check(r *builder.Report) error {
	var errs []error
	if b.firstQuery > 0 && r.FirstQuery > b.firstQuery {
		errs = append(errs, usage.Missedf("the first query loads %s, the budget is %s", terminal.Bytes(r.FirstQuery), terminal.Bytes(b.firstQuery)))
	}
	if b.bundle > 0 && r.Bytes > b.bundle {
		errs = append(errs, usage.Missedf("the bundle has %s, the budget is %s", terminal.Bytes(r.Bytes), terminal.Bytes(b.bundle)))
	}
	if b.files > 0 && r.Files > b.files {
		errs = append(errs, usage.Missedf("the bundle has %s, the budget is %s", terminal.Quantity(r.Files, "file", "files"), terminal.Thousands(b.files)))
	}
	return errors.Join(errs...)
}

// byteUnits gives the bytes of each unit by its name in lower case.
var byteUnits = map[string]float64{
	"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
}

// byteSize is the value of a flag: a number of bytes, with or without a unit, as 160000, 160kB, 1.5 MB or 2MiB.
func byteSize(at *int64) usage.Value[int64] {
	return usage.Value[int64]{At: at, Kind: "bytes", Parse: func(text string) (int64, error) {
		end := strings.LastIndexAny(text, "0123456789.") + 1
		n, err := strconv.ParseFloat(text[:end], 64)
		unit, ok := byteUnits[strings.ToLower(strings.TrimSpace(text[end:]))]
		if bytes := n * unit; err == nil && ok && bytes >= 1 && bytes < 1<<53 {
			return int64(bytes), nil
		}
		return 0, errors.New("want a number of bytes, such as 160kB or 5 MB")
	}}
}
