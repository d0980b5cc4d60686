package wazerohost

// outputLimit is how much of the guest's output is kept: the end, where the goroutine that
// panicked and why are a few lines above the last.
const outputLimit = 64 << 10

// output keeps the end of what the guest writes to its standard output and error.
type output struct {
	buf []byte
}

func (o *output) write(p []byte) {
	o.buf = append(o.buf, p...)
	if len(o.buf) > 2*outputLimit {
		o.buf = append(o.buf[:0], o.buf[len(o.buf)-outputLimit:]...)
	}
}

func (o *output) String() string {
	return string(o.buf[max(0, len(o.buf)-outputLimit):])
}
