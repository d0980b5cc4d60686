package test

import (
	"os"
	"testing"

	"mycel"
	"mycel/internal/must"
	"mycel/manifest"
)

// openBundle opens the bundle in dir.
func openBundle(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

// readManifest reads the manifest of the bundle in dir.
func readManifest(t testing.TB, dir string) *manifest.Manifest {
	t.Helper()
	return must.Get(manifest.Read(dir))(t)
}

// readFile returns the content of a file.
func readFile(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))(t)
}
