package memory

import (
	"os"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"mycel/files"
)

// preferHugePages has the heap grow, up to relaxedBytes, into memory that Linux hands out in pages of 2 MiB. A build
// touches hundreds of MB once, and with pages of 4 KiB that takes a quarter of a rebuild. The room is asked for and
// given back to Go's allocator unused: it takes no memory until something is put there.
var preferHugePages = sync.OnceFunc(func() {
	if !hugeIfAsked() || !promisesAreFree() {
		return
	}
	room := make([]byte, relaxedBytes)
	_ = unix.Madvise(room, unix.MADV_HUGEPAGE) // without them pages are small
	runtime.KeepAlive(room)
	runtime.GC()
})

// hugeIfAsked tells whether huge pages, of 2 MiB, are for those who ask: the default of
// most distributions. Elsewhere all have them, or nobody has.
func hugeIfAsked() bool {
	return os.Getpagesize() == 4<<10 && strings.Contains(setting("/sys/kernel/mm/transparent_hugepage/enabled"), "[madvise]")
}

// promisesAreFree tells whether memory may be asked for that is not there or not needed.
func promisesAreFree() bool {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_AS, &limit)
	return err == nil && limit.Cur == unix.RLIM_INFINITY && strings.TrimSpace(setting("/proc/sys/vm/overcommit_memory")) != "2"
}

// setting returns a setting of the system, "" where there is none.
func setting(path string) string {
	b, err := files.Read(path, files.Most)
	if err != nil {
		return ""
	}
	return string(b)
}
