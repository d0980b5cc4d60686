package evaluation

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine describes the computer: cores, their kind where the system says it
// (Linux), operating system and architecture.
func Machine() string {
	return strings.Join(strings.Fields(fmt.Sprintf("%d × %s %s/%s", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH)), " ")
}

// processor is the model name of the first core, "core" if it is unknown.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "core,"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value) + ","
		}
	}
	return "core,"
}
