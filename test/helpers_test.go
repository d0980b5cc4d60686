package test

import (
	"os"
	"testing"

	"mycel"
	"mycel/manifest"
)

// openBundle opens the bundle in dir.
func openBundle(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	b, err := mycel.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readManifest reads the manifest of the bundle in dir.
func readManifest(t testing.TB, dir string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// readFile returns the content of a file.
func readFile(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
