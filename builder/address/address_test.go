package address

import (
	"testing"

	"mycel/internal/must"
)

// Addresses of a line lead to one page; no two lines do.
func TestPage(t *testing.T) {
	apart(t, Page, [][]string{
		{"", "/", "index.html", "./", "https://example.org", "https://example.org/", "README.md", "_index.md", "/?q=1#top"},
		{"guide", "/guide/", "guide.md", "guide/index.html", "Guide/README.md", "GUIDE.HTML", "/guide#part", "guide/?a=b", "https://example.org/guide/", "x/../guide"},
		{"guide/other", "/Guide/Other.mdx", "guide/./other/", "guide//other"},
		{"a b/ä", "a%20b/%C3%A4.html", "/A%20B/%c3%84/"},
		{"v1.2", "v1.2.html", "/v1.2/"},
		{"myindex", "myindex.html"},
		{"100%", "/100%/", "100%25.html"},
	})
}

// Fragments of a line lead to one section; no two lines do.
func TestSection(t *testing.T) {
	apart(t, Section, [][]string{
		{"part-two", "Part_Two", "part--two", "PART-TWO", "_part_two", "part%2Dtwo"},
		{"parttwo"},
		{"über-uns", "%C3%9Cber_uns"},
		{"array.map", "Array.map"},
	})
}

func apart(t *testing.T, key func(string) string, same [][]string) {
	t.Helper()
	line := map[string]int{}
	for i, all := range same {
		for _, address := range all {
			if key(address) != key(all[0]) {
				t.Errorf("%q is %q, %q is %q", address, key(address), all[0], key(all[0]))
			}
		}
		if other, taken := line[key(all[0])]; taken {
			t.Errorf("lines %d and %d are the same", other, i)
		}
		line[key(all[0])] = i
	}
}

// Relative addresses lead from the folder of a page.
func TestBeside(t *testing.T) {
	for _, c := range [][3]string{
		{"guide/start.md", "other.md", "guide/other"}, {"guide/start/", "../other/", "guide/other"},
		{"https://example.org/a/b.html", "c%20d", "a/c d"}, {"start.md", "../../up.md", "up"},
	} {
		must.Equal(t, Beside(c[0], c[1]), c[2], "%s on %s", c[1], c[0])
	}
}
