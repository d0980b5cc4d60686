package memory

import (
	"os"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"mycel/files"
)

// preferHugePages makes the heap grow, up to relaxedBytes, into memory that Linux maps in pages of 2 MiB. A build
// touches hundreds of MB once; with pages of 4 KiB this takes a quarter of a rebuild. The memory is reserved and
// given back to Go's allocator unused, so it takes no room until it is written to.
var preferHugePages = sync.OnceFunc(func() {
	if !hugeIfAsked() || !promisesAreFree() {
		return
	}
	room := make([]byte, relaxedBytes)
	_ = unix.Madvise(room, unix.MADV_HUGEPAGE) // without them pages are small
	runtime.KeepAlive(room)
	runtime.GC()
})

// hugeIfAsked tells whether Linux gives huge pages, of 2 MiB, to processes that ask for them: the default of most
// distributions. On other settings all processes have them, or none.
func hugeIfAsked() bool {
	return os.Getpagesize() == 4<<10 && strings.Contains(setting("/sys/kernel/mm/transparent_hugepage/enabled"), "[madvise]")
}

// promisesAreFree tells whether a process may reserve memory that it does not use.
func promisesAreFree() bool {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_AS, &limit)
	return err == nil && limit.Cur == unix.RLIM_INFINITY && strings.TrimSpace(setting("/proc/sys/vm/overcommit_memory")) != "2"
}

// setting returns a setting of the system; "" if it does not exist.
func setting(path string) string {
	b, err := files.Read(path, files.Most)
	if err != nil {
		return ""
	}
	return string(b)
}
