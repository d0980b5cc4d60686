package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/usage"
)

// number is the value of a flag: a whole number within limits. Unset it is 0, which the packages behind read as their
// default; so 0 must be outside the limits where it cannot be told from that.
func number(at *int, least, most int) usage.Value[int] {
	return usage.Value[int]{At: at, Kind: "number", Parse: func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("want a whole number from %d to %d", least, most)
		}
		return n, nil
	}}
}

// choice is the value of a flag: one of a few words. Unset it is the first.
type choice struct {
	value *string
	words []string
}

func newChoice(words ...string) choice {
	value := words[0]
	return choice{value: &value, words: words}
}

func (c choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("want one of %s", strings.Join(c.words, ", "))
	}
	*c.value = s
	return nil
}

// Type lists the words, where they fit into a column of help.
func (c choice) Type() string {
	if words := strings.Join(c.words, "|"); len(words) <= 30 {
		return words
	}
	return "NAME"
}

// noArguments refuses arguments that are not flags. The hint ends the message.
func noArguments(hint string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage.Errorf("unexpected argument %q%s", args[0], hint)
		}
		return nil
	}
}

// bundleArgument asks for the folder of a bundle and nothing else.
func bundleArgument(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return usage.Errorf("%s: which bundle? give its folder", cmd.Name())
	case 1:
		return nil
	}
	return usage.Errorf("%s: got %d folders, want one", cmd.Name(), len(args))
}

// folderArgument asks for the folder of a bundle that cannot be an address.
func folderArgument(cmd *cobra.Command, args []string) error {
	if err := bundleArgument(cmd, args); err != nil {
		return err
	}
	return checkFolder(cmd.Name(), args[0])
}

// checkFolder refuses the address of a bundle on a web server, for commands that read folders only.
func checkFolder(command, at string) error {
	if isURL(at) {
		return usage.Errorf("%s: got the address %s, want the folder of a bundle", command, at)
	}
	return nil
}
