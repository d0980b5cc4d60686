package mycel

import (
	_ "embed"
	"strings"
)

//go:embed version.txt
var version string

// Version is the version of Mycel: of the command, the engine and the npm
// package. The bundle format has a number of its own, bundle.Version.
var Version = strings.TrimSpace(version)
