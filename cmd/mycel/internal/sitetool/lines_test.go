package sitetool

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mycel/internal/must"
)

// The lines are those that the packages' own pages and docs/plugins.md give.
func TestLinesAreDocumented(t *testing.T) {
	read := func(name string) string {
		text := must.Get(os.ReadFile(filepath.Join("../../../..", name)))(t)
		return string(text)
	}
	readmes, err := filepath.Glob("../../../../js/packages/*/README.md")
	must.Hold(t, err == nil && len(readmes) != 0, "got %d READMEs and %v", len(readmes), err)
	pages := read("python/README.md")
	for _, name := range readmes {
		pages += read(strings.TrimPrefix(filepath.ToSlash(name), "../../../../"))
	}
	plugins, component := read("docs/plugins.md"), read("docs/component.md")
	documented := map[string]bool{}
	pages += plugins
	for _, tool := range siteTools {
		for _, part := range []string{tool.install, tool.code} {
			if part != "" && !strings.Contains(pages, part+"\n") {
				t.Errorf("%s: no page has %q", tool.Name, part)
			}
		}
		if tool.html != "" && !strings.Contains(plugins+component, tool.html) {
			t.Errorf("%s: no page has %q", tool.Name, tool.html)
		}
		documented[tool.install[strings.LastIndex(tool.install, " ")+1:]] = true
	}
	for _, m := range regexp.MustCompile(`npm i (?:-D )?([\w-]+)`).FindAllStringSubmatch(plugins, -1) {
		must.Be(t, documented[m[1]], "init does not know %s of docs/plugins.md", m[1])
	}
}
