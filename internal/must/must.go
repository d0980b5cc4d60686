// Package must states in one line what must hold in a test.
package must

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// OK ends a test if err is not nil.
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

// Err returns the error of a call that also returns a value.
func Err[T any](_ T, err error) error { return err }

// Say fails a test, which continues, unless an error contains a text. what describes the case, as a format and its
// arguments.
func Say(t testing.TB, err error, text string, what ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%sgot the error %v, want %q", about(what), err, text)
	}
}

// Is fails a test, which continues, unless errors.Is(err, target).
func Is(t testing.TB, err, target error, what ...any) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Errorf("%sgot the error %v, want %v", about(what), err, target)
	}
}

// Refuse fails a test, which continues, unless errors.Is(err, target) and the error contains a text.
func Refuse(t testing.TB, err, target error, text string, what ...any) {
	t.Helper()
	Is(t, err, target, what...)
	Say(t, err, text, what...)
}

// Contain fails a test, which continues, unless a text has all parts.
func Contain(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("got %q, want %q in it", text, part)
		}
	}
}

// Be fails a test, which continues, unless holds is true.
func Be(t testing.TB, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		t.Errorf(format, args...)
	}
}

// Hold ends a test unless holds is true, because the rest of the test needs it.
func Hold(t testing.TB, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		t.Fatalf(format, args...)
	}
}

// Equal fails a test, which continues, unless two values are equal. An empty list equals nil.
func Equal[T any](t testing.TB, got, want T, what ...any) {
	t.Helper()
	if v := reflect.ValueOf(got); v.Kind() == reflect.Slice && v.Len()+reflect.ValueOf(want).Len() == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%sgot %s, want %s", about(what), shown(got), shown(want))
	}
}

func about(what []any) string {
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf(what[0].(string), what[1:]...) + ": "
}

func shown(v any) string {
	switch s := v.(type) {
	case string:
		if !strings.ContainsAny(s, "\"\n") {
			return strconv.Quote(s)
		}
	case []byte:
		return "\n" + string(s) + "\n"
	}
	return fmt.Sprintf("\n%+v\n", v)
}

// Write writes a file, and the folders that it needs.
func Write(t testing.TB, path, content string) {
	t.Helper()
	OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	OK(t, os.WriteFile(path, []byte(content), 0o644))
}

// File writes a file into a new folder, and returns its path.
func File(t testing.TB, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	Write(t, path, content)
	return path
}

// Files writes files, given by their slash paths, into a new folder.
func Files(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range files {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

// Tree reads all files below a folder, by their slash paths.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	OK(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		files[path] = string(content)
		return err
	}))
	return files
}
