// Package single writes a whole bundle into one file: a search page, or a script. A browser opens
// it from a disk or a mail, and it fetches nothing.
package single

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mycel/builder/searchpage"
	"mycel/files"
	"mycel/manifest"
)

// Sizes of the file, in bytes.
const (
	Large = 16 << 20  // a warning is due, because loading takes long
	Most  = 256 << 20 // browsers do not accept much longer strings
)

// ErrTooLarge says that a bundle is too large for one file.
var ErrTooLarge = errors.New("too large for one file")

// Options say what the file contains.
type Options struct {
	Bundle   string // its folder
	SiteRoot string // base of the result links in the search page, relative to the file
	Language string // BCP 47 tag of the bundle's language
	Classic  fs.FS  // scripts that are no modules, see site.Classic
	Page     fs.FS  // files of the search page, see site.Runtime
}

// Write writes a bundle into the file at path: a search page if it ends in .html or .htm, a script if it ends in .js.
// It returns the size in bytes. An earlier file stays until the new one is complete.
func Write(path string, o Options) (size int64, err error) {
	data, err := embed(o.Bundle, o.Classic)
	if err != nil {
		return 0, err
	}
	var content []byte
	switch strings.ToLower(filepath.Ext(path)) {
	case ".js":
		content, err = script(data, o.Classic)
	case ".html", ".htm":
		content, err = document(data, &o)
	default:
		return 0, fmt.Errorf("%s: want a name that ends in .html or .js", path)
	}
	if err != nil {
		return 0, err
	}
	if len(content) > Most {
		return 0, fmt.Errorf("%s: %w: it would have %d MiB, the limit is %d; use the bundle on a web server", path, ErrTooLarge, len(content)>>20, Most>>20)
	}
	return int64(len(content)), Replace(path, content)
}

// embed returns the statement that holds manifest, index, texts, engine and worker. These
// are compressed already. They are in base64, all of whose characters a script may contain.
func embed(dir string, classic fs.FS) ([]byte, error) {
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	if m.Wasm == nil {
		return nil, fmt.Errorf("%s was built without an engine", dir)
	}
	worker, err := fs.ReadFile(classic, "worker.js")
	if err != nil {
		return nil, err
	}
	// The page, the client and files for tools are left out.
	kept := *m
	kept.Files, kept.List = []manifest.File{}, nil
	raw, err := json.Marshal(&kept)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("var mycelFiles={")
	add := func(name string, content []byte) {
		fmt.Fprintf(&out, "%q:%q,\n", name, base64.StdEncoding.EncodeToString(content))
	}
	add("worker.js", worker)
	add(manifest.Name, raw)
	for _, f := range kept.All()[1:] {
		content, err := files.Read(filepath.Join(dir, filepath.FromSlash(f.Path)), Most)
		if err != nil {
			return nil, err
		}
		if int64(out.Len())+f.Bytes > Most {
			return nil, fmt.Errorf("%s: %w of %d MiB; use the bundle on a web server", dir, ErrTooLarge, Most>>20)
		}
		add(f.Path, content)
	}
	out.WriteString("};\n")
	return out.Bytes(), nil
}

func script(data []byte, classic fs.FS) ([]byte, error) {
	code, err := fs.ReadFile(classic, "classic.js")
	if err != nil {
		return nil, err
	}
	return append(data, code...), nil
}

// Lines of the search page that refer to other files.
var (
	stylesheet = regexp.MustCompile(`(?m)^\s*<link rel="stylesheet" href="\./(page\.(?:\w+\.)?css)">\n`)
	icon       = regexp.MustCompile(`(?m)^\s*<link rel="icon" href="\./(icon\.(?:\w+\.)?svg)"[^>]*>\n`)
	pageScript = regexp.MustCompile(`(?m)^\s*<script type="module"[^>]* src="\./page\.(?:\w+\.)?js"></script>\n`)
	endOfBody  = regexp.MustCompile(`(?m)^\s*</body>\n`)
)

// document returns the search page with all its files inside. The script is at the end,
// because classic scripts run at their place in the page.
func document(data []byte, o *Options) ([]byte, error) {
	shell, err := fs.ReadFile(o.Page, "index.html")
	if err != nil {
		return nil, err
	}
	style, err := named(o.Page, shell, stylesheet)
	if err != nil {
		return nil, err
	}
	picture, err := named(o.Page, shell, icon)
	if err != nil {
		return nil, err
	}
	code, err := fs.ReadFile(o.Classic, "page.js")
	if err != nil {
		return nil, err
	}
	language, _ := searchpage.Language(o.Language, o.Page) // the script has the words of all languages
	shell = searchpage.SetLanguage(searchpage.SetSiteRoot(shell, o.SiteRoot), language, nil)
	if page, err := files.Read(filepath.Join(o.Bundle, "index.html"), files.Most); err == nil {
		shell = searchpage.SetSiteName(shell, searchpage.SiteName(page))
	}
	for _, part := range []struct {
		what *regexp.Regexp
		with string
	}{
		{stylesheet, "<style>" + string(style) + "</style>\n"},
		{icon, `<link rel="icon" href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(picture) + "\">\n"},
		{pageScript, ""},
		{endOfBody, "<script>" + string(data) + "</script>\n<script>" + string(code) + "</script>\n</body>\n"},
	} {
		if len(part.what.FindAllIndex(shell, -1)) != 1 {
			return nil, fmt.Errorf("the search page must have one line like %s", part.what)
		}
		shell = part.what.ReplaceAllLiteral(shell, []byte(part.with))
	}
	return shell, nil
}

// named returns the file that a line of the search page refers to, nil without such a line.
func named(page fs.FS, shell []byte, line *regexp.Regexp) ([]byte, error) {
	found := line.FindSubmatch(shell)
	if found == nil {
		return nil, nil
	}
	return fs.ReadFile(page, string(found[1]))
}

// Replace writes a temporary file and renames it to path. Errors name path, because the
// user does not know the temporary file.
func Replace(path string, content []byte) error {
	if err := files.Replace(path, ".mycel-*", 0o644, content); err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// cause returns the error of the system without names of files.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
