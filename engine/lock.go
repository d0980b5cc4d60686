//go:build !js

package engine

import "sync"

// lock keeps parts from arriving while questions are answered.
type lock = sync.RWMutex
