package document

import (
	"testing"

	"mycel/internal/must"
)

func TestPageURL(t *testing.T) {
	for _, test := range []struct{ rel, html, directory, source string }{
		{"a.md", "a.html", "a/", "a.md"},
		{"g/a.b.markdown", "g/a.b.html", "g/a.b/", "g/a.b.markdown"},
		{"g/a.MDX", "g/a.html", "g/a/", "g/a.MDX"},
		{"g/a.txt", "g/a.html", "g/a/", "g/a.txt"},
		{"README.md", "./", "./", "README.md"},
		{"g/readme.md", "g/", "g/", "g/readme.md"},
		{"g/index.md", "g/", "g/", "g/index.md"},
		{"g/_index.md", "g/", "g/", "g/_index.md"},
		{"g/index.txt", "g/index.html", "g/index/", "g/index.txt"},
		{"index.html", "./", "./", "index.html"},
		{"g/index.htm", "g/", "g/", "g/index.htm"},
		{"g/a.htm", "g/a.htm", "g/a/", "g/a.htm"},
		{"README.html", "README.html", "README/", "README.html"},
		{"a b/c?d#e%.md", "a%20b/c%3Fd%23e%25.html", "a%20b/c%3Fd%23e%25/", "a%20b/c%3Fd%23e%25.md"},
		{"(guides)/a.mdx", "a.html", "a/", "%28guides%29/a.mdx"},
		{"g/(a)/index.md", "g/", "g/", "g/%28a%29/index.md"},
		{"(guides)/index.md", "./", "./", "%28guides%29/index.md"},
		{"(a)/b.html", "%28a%29/b.html", "%28a%29/b/", "%28a%29/b.html"},
		{"a:b.md", "./a:b.html", "./a:b/", "./a:b.md"},
		{"é.md", "%C3%A9.html", "%C3%A9/", "%C3%A9.md"},
	} {
		for style, want := range map[URLStyle]string{URLStyleHTML: test.html, URLStyleDirectory: test.directory, URLStyleSource: test.source} {
			must.Equal(t, (Options{URLStyle: style}).PageURL(test.rel), want, "style %s of %s", style, test.rel)
		}
	}
}

// A page is found by its description and by words of its file's name that its title lacks.
func TestAbout(t *testing.T) {
	for _, test := range []struct{ id, title, want string }{
		{"guide/daily-notes.md", "Write every day", "D. daily notes"}, {"a/Callouts.md", "Callouts", "D."}, {"a/2-useEffect_v2.md", "Effects", "D. useEffect v"},
		{"index.md", "Home", "D."}, {"setup/README.md", "Begin", "D. setup"}, {"a/b.html", "Other", "D."}, {"record-7", "Other", "D."}, {"notes.txt", "N", "D. notes"},
	} {
		d := Document{ID: test.id, Title: test.title, Meta: map[string]string{Description: "D."}}
		must.Equal(t, d.About(), test.want, "%s", test.id)
	}
	must.Equal(t, (&Document{ID: "a-b.md", Title: "C"}).About(), "a b", "without a description")
}

func TestBaseURL(t *testing.T) {
	for _, test := range []struct{ base, ref, want string }{
		{"", "a.html", "a.html"},
		{"https://e.org/d", "a.html", "https://e.org/d/a.html"},
		{"https://e.org/d/", "./", "https://e.org/d/"},
		{"/d", "a/", "/d/a/"},
		{"/d", "/a", "/a"},
		{"/d", "https://e.org/", "https://e.org/"},
		{"/d", "", ""},
		{"/d", "./a:b.html", "/d/a:b.html"},
	} {
		must.Equal(t, (Options{BaseURL: test.base}).Resolve(test.ref), test.want, "%q and %q", test.base, test.ref)
	}
}
