// Package must ends tests by the errors of their preparations.
package must

import "testing"

// OK ends a test by an error.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns the value of a call that must not fail, as in must.Get(os.ReadFile(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		OK(t, err)
		return v
	}
}

// Get2 returns both values of a call that must not fail.
func Get2[T, U any](v T, w U, err error) func(testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		OK(t, err)
		return v, w
	}
}
