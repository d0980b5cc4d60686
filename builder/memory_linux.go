package builder

import (
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// preferHugePages has the heap grow, up to relaxedBytes, into memory that Linux may hand
// out in pages of 2 MiB where it does so for those who ask (transparent_hugepage =
// madvise, the default of most distributions). A build touches hundreds of MB once, and
// with pages of 4 KiB that takes a quarter of a rebuild. The room is asked for and given
// back to Go's allocator unused: it takes no memory until something is put there.
var preferHugePages = sync.OnceFunc(func() {
	if os.Getpagesize() != 4<<10 {
		return // their huge pages are far larger
	}
	room := make([]byte, relaxedBytes)
	_ = unix.Madvise(room, unix.MADV_HUGEPAGE) // a kernel without them has small ones
	runtime.KeepAlive(room)
	runtime.GC()
})
