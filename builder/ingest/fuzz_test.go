package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

// addFiles makes seeds of the fixtures that match pattern.
func addFiles(f *testing.F, pattern string) {
	f.Helper()
	files, err := filepath.Glob(pattern)
	must.Hold(f, err == nil && len(files) != 0, "%s: got %d files, %v", pattern, len(files), err)
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(f)
		f.Add(raw)
	}
}

func FuzzHTML(f *testing.F) {
	addFiles(f, "testdata/site/*.html")
	addFiles(f, "testdata/site/*/*.htm*")
	for _, s := range []string{
		"<pre><h2><pre>a</h2>b", "<ul><li><table><td><li><h1>a<h2>b", "<table><td><table><td>a<td><h1>b",
		"<li>a</ul><td>b<dd>c<tr>d", "<h1>e&#x301;&#x200b;&shy;</h1>&#x301;a<p>\u0344", "<sup>1<sup>2</sup></sup>3<sup>4",
		"<dl><dt><dd><dt><dt>a<dd><pre>\n", "<br><pre><br><li> a <br></li>b", "<h2><button>a<a href=#>#</a></button></h2>",
		"<main data-pagefind-body data-mycel-weight=2>a<p data-mycel-body data-pagefind-filter='a,b[c],d:e'>b<pre data-mycel-weight=0>c<b data-mycel-weight=3>\u0301",
		"<meta charset=gbk>\x81\x40", "<main role=main><main>", "<frameset>", "<a name=x><h1>a</h1><svg><title>b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := html.Parse("dir/page.html", raw, document.Options{})
		checkOutcome(t, d, err)
	})
}

func FuzzMarkdown(f *testing.F) {
	addFiles(f, "testdata/docs/*.md")
	addFiles(f, "testdata/docs/*/*.m*")
	for _, s := range []string{
		"- a\n  <li>b\n\n  > c\n", "|a|\n|-|\n|<td>b|", "a<script>b</script>c\n# d <style>e\n\nf", "# a {#b .c}\n## a\n# ",
		"!!! a\n    ```\n  b\n    ```\n      c", "{{{{<>}}", "`{{%`\n%}}", "<A b='c' {...d}>`</A>`", "{/*", "import {\n\n```\n}",
		"[^1]\n\n[^1]: - a\n    # b", "T\n: a\n\n    b", "    - a\n          b\n\t- c", "&#0;&#x301;a\u0301", "<pre>\n\n# a\n</pre>\n\n<h1>b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		src, err := document.DecodeText(raw)
		if err != nil {
			return
		}
		for _, name := range []string{"dir/page.md", "page.mdx"} {
			d, err := markdown.Parse(name, src, document.Options{})
			checkOutcome(t, d, err)
		}
	})
}

// checkOutcome checks that a page was refused with a reason or keeps its promises.
func checkOutcome(t *testing.T, d document.Document, err error) {
	t.Helper()
	switch {
	case err == nil:
		checkDocument(t, d)
	case err.Error() == "":
		t.Error("an error without a message")
	}
}

func FuzzFrontMatter(f *testing.F) {
	for _, s := range []string{
		"---\na: &x [*x]\nb: *x\n<<: {c: d}\n---\n", "---\n? [a]\n: b\n---\ne", "---\n- a\n---\n", "---\n!!binary a: !!float b\n---",
		"+++\na = 1979-05-27\n[a.b]\n[[c]]\n+++\n", "+++\na = inf\nb = '''c\n'''\n+++\n", "{\"a\": 1e999, \"b\": \"\\ud800\"}", "{}", "{ \"a\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) {
			return
		}
		fields, body, err := markdown.SplitFrontMatter(src)
		if err != nil {
			return
		}
		must.Be(t, len(body) <= len(src) && src[len(src)-len(body):] == body, "body %q is not the end of %q", body, src)
		for key, value := range fields.Scalars {
			checkLine(t, "key", key)
			checkLine(t, "value", value)
		}
	})
}

func FuzzJSONL(f *testing.F) {
	addFiles(f, "testdata/*.jsonl")
	for _, s := range []string{
		`{"_id":1e3,"text":"\ud83d\ude00\ud800"}`, "{\"_id\":\"a\\u0000 \\n\",\"text\":\"\\u0301\"}\n{\"_id\":\"a\"}", "{}\n", "\uFEFF\n\uFEFF",
		`{"_id":"a","metadata":{"b":1.50,"c":"\u200b","d":{"e":1}},"title":" "}`, "nul", "[[[[", "\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c := must.Get(readLines(string(raw), document.Options{}))(t)
		checkCorpus(t, c)
		for _, w := range c.Warnings {
			if strings.HasPrefix(w.Message, document.ErrEncoding.Error()) && utf8.Valid(raw) && !hasNUL(raw) {
				t.Errorf("valid UTF-8 refused: %v", w.Message)
			}
		}
		must.Equal(t, len(c.Documents)+len(c.Warnings), c.Found)
		must.Be(t, c.Bytes == int64(len(raw)) || document.IsUTF16(raw), "got %d bytes, want %d", c.Bytes, len(raw))
	})
}

func hasNUL(raw []byte) bool {
	for _, b := range raw {
		if b == 0 {
			return true
		}
	}
	return false
}
