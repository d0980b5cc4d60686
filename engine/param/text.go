//go:build !js

package param

// Text returns s: declarations are shown to people here. Engines for browsers leave
// it out.
func Text(s string) string { return s }
