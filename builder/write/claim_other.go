//go:build !unix

package write

import "os"

// claim returns known = false: this system cannot mark a folder as in use.
func claim(string) (f *os.File, ok, known bool) { return nil, false, false }

// isMount returns false: this system cannot tell whether a folder is another file system.
func isMount(error) bool { return false }
