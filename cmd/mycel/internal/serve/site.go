package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// serveSite sends the file of a site at the request's path, if there is one, as static hosts do. Neither a path nor
// a symbolic link leads out of the folder. It lists no folders, and sets no policy, because the site's pages have
// their own needs.
func serveSite(root *os.Root, w http.ResponseWriter, r *http.Request) (bool, error) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if !fs.ValidPath(name) || hidden(name) {
		return false, nil
	}
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil {
		return false, unlessMissing(err)
	}
	if info.IsDir() {
		to := &url.URL{Path: r.URL.Path + "/", RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusTemporaryRedirect)
		return true, nil
	}
	content, err := openRegular(root, name)
	if err != nil {
		return false, unlessMissing(err)
	}
	defer content.Close()
	w.Header().Set("Content-Type", contentType(path.Ext(name)))
	w.Header().Set("Cache-Control", revalidate)
	http.ServeContent(w, r, name, info.ModTime(), content)
	return true, nil
}

// openRegular opens the regular file at a slash path. It refuses other files: opening a named
// pipe would wait for ever for a writer.
func openRegular(root *os.Root, name string) (*os.File, error) {
	name = filepath.FromSlash(name)
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file: %w", name, fs.ErrInvalid)
	}
	return root.Open(name)
}

// unlessMissing returns errors that belong into the log. Other errors mean that the visitor's
// path leads nowhere or out of the folder.
func unlessMissing(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// hidden reports whether a part of a path begins with a dot. Sources have such
// folders, which hosts do not serve.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != ".well-known" {
			return true
		}
	}
	return false
}

// mountPath returns the path of a bundle on the server of a site, with a slash at each
// end: its path in the site's folder, or /mycel/ if it lies elsewhere.
func mountPath(bundle, root string) (string, error) {
	from, err := resolve(root)
	if err != nil {
		return "", err
	}
	to, err := resolve(bundle)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	switch {
	case err != nil || !filepath.IsLocal(rel):
		return "/mycel/", nil
	case rel == ".":
		return "/", nil
	}
	return "/" + filepath.ToSlash(rel) + "/", nil
}

// resolve returns the absolute path of a folder without symbolic links.
func resolve(dir string) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	return filepath.Abs(dir)
}
