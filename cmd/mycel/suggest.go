package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
)

// flagHint adds the flags to an error that the one given might have meant: cobra suggests commands only.
func flagHint(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if hint := settingHint(cmd, unknown.GetSpecifiedName()); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	var near []string
	for _, name := range nearNames(cmd.Flags(), unknown.GetSpecifiedName()) {
		near = append(near, "--"+name)
	}
	return fmt.Errorf("%w%s", err, usage.DidYouMean(near))
}

// nearNames lists the flags whose names begin with the one given, or are near it.
func nearNames(f *pflag.FlagSet, name string) []string {
	var near []string
	f.VisitAll(func(f *pflag.Flag) {
		if usage.IsNear(name, f.Name) {
			near = append(near, f.Name)
		}
	})
	return near
}
