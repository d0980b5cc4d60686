package test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Every machine ranks the same. A compiler for arm64 rounds x·y + z once where it may, and that for amd64 and WebAssembly twice. It
// may not where the product is converted: float32(x*y) + z.
func TestNoFusedProducts(t *testing.T) {
	build := exec.Command("go", "build", "-gcflags=mycel/...=-S", "./engine/...")
	build.Dir = ".."
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listing[max(0, len(listing)-2000):])
	}
	must.Hold(t, strings.Contains(string(listing), "FMULS"), "the listing has no products")
	var at []string
	for _, found := range regexp.MustCompile(`\(\S+/([^\s/]+/[^\s/]+\.go:\d+)\)\tFN?M(?:ADD|SUB)[SD]\t`).FindAllSubmatch(listing, -1) {
		at = append(at, string(found[1]))
	}
	slices.Sort(at)
	if at = slices.Compact(at); len(at) > 0 {
		t.Errorf("products are added unrounded: %s", strings.Join(at, ", "))
	}
}
