// Package mycel answers queries from a bundle on disk or on a web server. It is the native counterpart of the browser
// client: the same engine, the same results.
//
//	b, err := mycel.Open("public/mycel")
//	…
//	result, err := b.Search(ctx, "how do I share data between threads", engine.Options{})
//
// Bundles are made by the command mycel build, or with package builder.
package mycel

import (
	"context"
	_ "embed"
	"strings"

	"mycel/reader"
)

//go:embed version.txt
var version string

// Version is the version of Mycel: of the command, the engine and the npm package. The bundle format has a separate
// number, bundle.Version.
var Version = strings.TrimSpace(version)

// Bundle is an open bundle. It is safe for concurrent use.
type Bundle = reader.Bundle

// Open reads the core of the index of the bundle in dir. Its parts, and texts, are read
// when an answer needs them. Errors name the file and wrap the engine's sentinels.
func Open(dir string) (*Bundle, error) { return reader.Open(dir) }

// OpenURL reads the index of the bundle in a folder of a web server, such as https://example.org/docs/mycel/. It
// checks the length and content of every file against the manifest. It refuses files that are larger than 256 MiB, or
// unpack to more than the manifest states. If the server fails to send a file, it asks once more. Errors name the
// address; those of missing files wrap fs.ErrNotExist.
func OpenURL(ctx context.Context, address string) (*Bundle, error) {
	return reader.OpenURL(ctx, address, "mycel/"+Version)
}

// RetrieveOptions are the options of Bundle.Retrieve.
type RetrieveOptions = reader.RetrieveOptions

// Document is a whole document of a bundle; Section is one of its sections.
type (
	Document = reader.Document
	Section  = reader.Section
)

// Verification counts the work of Bundle.Verify.
type Verification = reader.Verification

// ErrPanic is wrapped by the error of a question or a file that made the engine panic. The program continues, as a
// page does, where the client starts another engine. It is a bug of Mycel: please report it.
var ErrPanic = reader.ErrPanic

// PanicError has the value and the place of an engine's panic.
type PanicError = reader.PanicError
