package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/engine/bundle"
)

// versionLine names the version, the commit, the format of bundles and the platform.
func versionLine() string {
	return fmt.Sprintf("mycel %s%s, bundle format %d, %s %s/%s", mycel.Version, revision(), bundle.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns the commit that the binary was compiled from, if the compiler noted it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", modified"
		}
	}
	if commit == "" {
		return ""
	}
	return " (" + commit + changed + ")"
}

func newVersionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.out, versionLine())
			return err
		},
	}
}
