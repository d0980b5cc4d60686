package module

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// Main is the main function of a command that reads a file and writes another one:
//
//	NAME -o OUT IN
//
// rewrite may also return a line to print.
func Main(rewrite func(in []byte) (out []byte, report string, err error)) {
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(flag.Args(), *out, rewrite); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(os.Args[0]), err)
		os.Exit(1)
	}
}

func run(arguments []string, to string, rewrite func([]byte) ([]byte, string, error)) error {
	if to == "" || len(arguments) != 1 {
		return fmt.Errorf("got %d files to read and %q to write, want -o OUT IN", len(arguments), to)
	}
	in, err := os.ReadFile(arguments[0])
	if err != nil {
		return err
	}
	out, report, err := rewrite(in)
	if err != nil {
		return fmt.Errorf("%s: %w", arguments[0], err)
	}
	if report != "" {
		fmt.Printf("%s: %s\n", to, report)
	}
	if err := os.WriteFile(to+".new", out, 0o644); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}
