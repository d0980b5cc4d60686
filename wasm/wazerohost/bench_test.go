package wazerohost

import (
	"strings"
	"testing"
)

// BenchmarkNewInstance is what recovery from a panic costs, next to opening the index again.
func BenchmarkNewInstance(b *testing.B) {
	for b.Loop() {
		in, err := program.NewInstance()
		if err != nil {
			b.Fatal(err)
		}
		if err := in.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompileCached is what a further process pays for the same file.
func BenchmarkCompileCached(b *testing.B) {
	for b.Loop() {
		p, err := Compile(b.Context(), tinyEngine, Options{CacheDir: cacheDir})
		if err != nil {
			b.Fatal(err)
		}
		if err := p.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch is the overhead that this host adds to a query: four calls and two copies.
func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		b.Run(map[int]string{100: "100B", 10_000: "10kB"}[size], func(b *testing.B) {
			in := opened(b, program)
			request := []byte("echo " + strings.Repeat("x", size))
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := in.Search(request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
