//go:build !js

package engine

import "sync"

// lock makes AddPart wait while questions are answered.
type lock = sync.RWMutex
