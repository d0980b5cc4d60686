package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/lexical"
)

// openBundle opens the bundle that --bundle names.
func openBundle(ctx context.Context, command, dir string) (*mycel.Bundle, error) {
	if dir == "" {
		return nil, usage.Errorf("%s: no --bundle DIR or URL to search in", command)
	}
	return openAnywhere(ctx, dir)
}

// openAnywhere opens a bundle in a folder or on a web server. It refuses the root of a set, which has no passages.
func openAnywhere(ctx context.Context, at string) (b *mycel.Bundle, err error) {
	if isURL(at) {
		b, err = mycel.OpenURL(ctx, at)
	} else {
		b, err = mycel.Open(at)
	}
	if err == nil && b.Engine().Index().Content == lexical.Bundles {
		return nil, fmt.Errorf("%s is the root of a set of bundles: pages search the set, this command searches one of its bundles, which lie beside the root", at)
	}
	return b, err
}

// isURL reports whether at is an address of a web server, not a folder. Schemes may be in upper case.
func isURL(at string) bool {
	scheme, _, found := strings.Cut(at, "://")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// bundleArgument accepts exactly one argument, the bundle.
func bundleArgument(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return usage.Errorf("%s: which bundle? give its folder", cmd.Name())
	case 1:
		return nil
	}
	return usage.Errorf("%s: got %d folders, want one", cmd.Name(), len(args))
}

// folderArgument accepts exactly one argument, the folder of a bundle, and refuses addresses.
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

// openWhole opens a bundle and loads all of it.
func openWhole(ctx context.Context, dir string) (*mycel.Bundle, error) {
	b, err := mycel.Open(dir)
	if err != nil {
		return nil, err
	}
	return b, b.LoadAll(ctx)
}
