package engine

// lock does nothing in a browser, where nothing happens at the same time.
type lock struct{}

func (lock) Lock()    {}
func (lock) Unlock()  {}
func (lock) RLock()   {}
func (lock) RUnlock() {}
