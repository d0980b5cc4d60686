//go:build !linux && !darwin

package job

import (
	"math"

	"mycel/files"
)

func mapFile(path string) ([]byte, error) { return files.Read(path, math.MaxInt) }
