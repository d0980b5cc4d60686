//go:build !linux && !darwin

package job

import "os"

func mapFile(path string) ([]byte, error) { return os.ReadFile(path) }
