package ingest

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// inUTF16 returns s in UTF-16 behind a byte order mark.
func inUTF16(s string, big bool) string {
	var order binary.AppendByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	out := order.AppendUint16(nil, 0xFEFF)
	for _, unit := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

// Pages that cannot be read are left out, and a warning names each with its cause. The
// others are read.
func TestFaultyPages(t *testing.T) {
	root := must.Files(t, map[string]string{
		"a.md": "fine", "b.txt": "bin\x00ary", "c.md": "bad \xff byte", "d.txt": "a\x00b\x00",
		"e.md": "---\na: b: c\n---\n", "f.md": "+++\na = 1\nb = = 2\n+++\n", "g.md": "{\n\"a\": }\n",
		"h.md": inUTF16("# Käse\n\n😀", false), "i.md": "---\ndraft: true\n---\nx", "k.txt": inUTF16("Käse", true),
	})
	symlink(t, "nowhere", filepath.Join(root, "j.md"))
	symlink(t, "nowhere", filepath.Join(root, "folder"))
	symlink(t, "nowhere", filepath.Join(root, "picture.png"))
	symlink(t, "l.md", filepath.Join(root, "l.md"))
	c := mustRead(t, Docs, root, document.Options{})
	checkCorpus(t, c)
	must.Equal(t, ids(c), []string{"a.md", "h.md", "k.txt"}, "documents")
	d := c.Documents[1]
	must.Be(t, d.Title == "Käse" && d.Text == "😀", "got %q, %q of UTF-16", d.Title, d.Text)
	const nothing = "is a link to nothing"
	want := []document.Warning{
		{Path: "b.txt", Message: "not UTF-8 text: NUL at byte 3"},
		{Path: "c.md", Message: "not UTF-8 text: invalid UTF-8 at byte 4 (0xFF)"},
		{Path: "d.txt", Message: "not UTF-8 text: NUL at byte 1"},
		{Path: "e.md", Line: 2, Message: "front matter: "},
		{Path: "f.md", Line: 3, Message: "front matter: "},
		{Path: "folder", Message: nothing},
		{Path: "g.md", Line: 2, Message: "front matter: "},
		{Path: "i.md", Message: "is a draft"},
		{Path: "j.md", Message: nothing},
		{Path: "l.md", Message: nothing},
	}
	for i := range want {
		want[i].Skipped, want[i].Faulty = true, want[i].Path != "i.md"
		if i < len(c.Warnings) && strings.HasPrefix(c.Warnings[i].Message, want[i].Message) {
			want[i].Message = c.Warnings[i].Message
		}
	}
	must.Equal(t, c.Warnings, want)
	must.Equal(t, c.Found, len(c.Documents)+len(c.Warnings), "found")
}

// A page with more bytes than any page has is left out, and not read into memory.
func TestHugePage(t *testing.T) {
	root := must.Files(t, map[string]string{"a.md": "x", "b.md": "y"})
	if err := os.Truncate(filepath.Join(root, "b.md"), document.MaxBytes+1); err != nil { // takes no room on the disk
		t.Skip(err)
	}
	c := mustRead(t, Docs, root, document.Options{})
	want := []document.Warning{{Path: "b.md", Message: "cannot be read: it has more than 256 MiB", Skipped: true, Faulty: true}}
	must.Be(t, slices.Equal(c.Warnings, want) && len(c.Documents) == 1, "got %+v, want %+v", c.Warnings, want)
}

// A page that its owner cannot read is left out as well.
func TestUnreadablePage(t *testing.T) {
	root := must.Files(t, map[string]string{"a.md": "x", "b.md": "y"})
	must.OK(t, os.Chmod(filepath.Join(root, "b.md"), 0))
	if _, err := os.ReadFile(filepath.Join(root, "b.md")); err == nil {
		t.Skip("everything can be read here")
	}
	c := mustRead(t, Docs, root, document.Options{})
	want := []document.Warning{{Path: "b.md", Message: "cannot be read: permission denied", Skipped: true, Faulty: true}}
	must.Be(t, slices.Equal(c.Warnings, want) && len(c.Documents) == 1, "got %+v, want %+v", c.Warnings, want)
}

// Links that lead out of the source, or to a hidden part of it, are followed only if that
// is asked for.
func TestLinksOut(t *testing.T) {
	outside := must.Files(t, map[string]string{"secret.md": "secret", "sub/other.md": "other", "x.png": "x"})
	root := must.Files(t, map[string]string{
		"a.md": "a", "in/b.md": "b", ".git/config.md": "token", "node_modules/m.md": "m", "sub.md": "sub",
	})
	for link, to := range map[string]string{
		"file.md": filepath.Join(outside, "secret.md"), "folder": outside, "in/up": "../..", "hidden.md": ".git/config.md",
		"modules": "node_modules", "picture.png": filepath.Join(outside, "x.png"),
		"within.md": "in/b.md", "again": "in", "absolute.md": filepath.Join(root, "a.md"), "loop": ".",
		"over.md": "folder/secret.md",
	} {
		symlink(t, to, filepath.Join(root, filepath.FromSlash(link)))
	}
	c := mustRead(t, Docs, root, document.Options{})
	must.Equal(t, ids(c), []string{"a.md", "absolute.md", "in/b.md", "sub.md", "within.md"})
	var refused []string
	for _, w := range c.Warnings {
		must.Be(t, w.Skipped && w.Faulty && strings.Contains(w.Message, "follow-links"), "got %+v", w)
		refused = append(refused, w.Path)
	}
	must.Equal(t, refused, []string{"file.md", "folder/", "hidden.md", "in/up/", "modules/", "over.md"}, "refused")
	must.OK(t, os.Remove(filepath.Join(root, "in", "up")))
	if c = mustRead(t, Docs, root, document.Options{FollowLinks: true}); len(c.Warnings) > 0 {
		t.Fatalf("got %v", c.Warnings)
	}
	want := []string{"a.md", "absolute.md", "file.md", "folder/secret.md", "folder/sub/other.md", "hidden.md", "in/b.md", "modules/m.md", "over.md", "sub.md", "within.md"}
	must.Equal(t, ids(c), want)
}

// A pattern of paths says which links are of interest, but not which folders.
func TestLinksOutAndGlob(t *testing.T) {
	outside := must.Files(t, map[string]string{"guide/a.html": "a"})
	root := must.Files(t, map[string]string{"a.html": "a"})
	symlink(t, outside, filepath.Join(root, "linked"))
	symlink(t, filepath.Join(outside, "guide", "a.html"), filepath.Join(root, "b.html"))
	c, err := Site(context.Background(), root, document.Options{Glob: "linked/**"})
	must.Be(t, err == nil && len(c.Warnings) == 1 && c.Warnings[0].Path == "linked/", "got %+v, %v, want a warning about the folder", c.Warnings, err)
}

// A title and a heading without bounds would be repeated with every passage of the page.
func TestEndlessTitles(t *testing.T) {
	long := strings.Repeat("wörd ", 300)
	root := must.Files(t, map[string]string{
		"front.md": "---\ntitle: " + long + "\n---\ntext", "heading.md": "# Short\n\n## " + long + "\n\ntext",
		"page.html": "<title>" + long + "</title><main><p>text",
	})
	for _, read := range []func(context.Context, string, document.Options) (*document.Corpus, error){Docs, Site} {
		c := must.Get(read(context.Background(), root, document.Options{}))(t)
		checkCorpus(t, c)
		for _, d := range c.Documents {
			cut := slices.ContainsFunc(c.Warnings, func(w document.Warning) bool { return w.Path == d.ID && strings.Contains(w.Message, "has a title of") })
			if kept := strings.Count(d.Text, "wörd") == 300; kept == cut || kept != (d.ID == "heading.md") {
				t.Errorf("%s: title %.20q, text %.20q, warnings %v", d.ID, d.Title, d.Text, c.Warnings)
			}
		}
	}
	c, err := readLines(`{"_id":"a","title":"`+long+`","text":"x"}`, document.Options{})
	must.Hold(t, err == nil && len(c.Documents) == 1 && len(c.Warnings) == 1 && !c.Warnings[0].Skipped, "got %+v, %v", c, err)
	checkCorpus(t, c)
}

// foreignStore has one document for every file.
type foreignStore struct{}

func (foreignStore) Load(string, []byte) (document.Document, bool) {
	return document.Document{ID: "b.md", Title: "Of a store", Text: "x", Sections: document.OneSection("x")}, true
}
func (foreignStore) Keep(string, []byte, *document.Document) {}
func (foreignStore) Mark(string, []byte) (mark [16]byte)     { return mark }

// A store that has the document of another file is not believed.
func TestForeignStore(t *testing.T) {
	root := must.Files(t, map[string]string{"a.md": "# A", "b.md": "# B"})
	c := mustRead(t, Docs, root, document.Options{Store: foreignStore{}})
	if got := ids(c); !slices.Equal(got, []string{"a.md", "b.md"}) || c.Documents[0].Title != "A" || c.Documents[1].Title != "Of a store" {
		t.Errorf("got %q, %+v", got, c.Documents)
	}
}
