package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"mycel/builder/address"
	"mycel/builder/ingest/document"
	"mycel/files"
)

// Links may lead to former addresses of pages. Sites declare these by pages that redirect, which
// generators write, or in a file.

// redirect leads from one address to another.
type redirect struct{ from, to string } // keys of package address

// redirectsFile reads the file _redirects in root, as Netlify and Cloudflare do. It ignores patterns.
func redirectsFile(root string) (all []redirect) {
	where := filepath.Join(root, "_redirects")
	if info, err := os.Lstat(where); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	raw, err := files.Read(where, document.MaxBytes)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(raw)) {
		if f := strings.Fields(line); len(f) > 1 && !strings.ContainsAny(f[0]+f[1], "*#") && !strings.Contains(f[0], "/:") {
			all = append(all, redirect{address.Page(f[0]), address.Page(f[1])})
		}
	}
	return all
}

// redirectPages returns the redirects in pages without content.
func redirectPages(files []string, pages []page) (all []redirect) {
	for i := range pages {
		var to document.Redirect
		if !errors.As(pages[i].err, &to) {
			continue
		}
		key := address.Beside(files[i], string(to))
		if strings.HasPrefix(string(to), "/") || strings.Contains(string(to), "://") {
			key = address.Page(string(to))
		}
		all = append(all, redirect{address.Page(files[i]), key})
	}
	return all
}

// addRedirects adds the addresses of redirects to the aliases of the pages that they lead to. A redirect may lead to
// another redirect. It may begin with folders of the host that are above the site.
func addRedirects(c *document.Corpus, redirects []redirect) {
	if len(redirects) == 0 {
		return
	}
	at, next := map[string]int{}, map[string]string{}
	for i := range c.Documents {
		at[address.Page(c.Documents[i].URL)] = i
	}
	for i := range c.Documents {
		at[address.Page(c.Documents[i].ID)] = i
	}
	for _, r := range redirects {
		next[r.from] = r.to
	}
	for _, r := range redirects {
		to, ok := r.to, true
		for hops := 0; ok && hops < maxHops; hops++ {
			if i, page := at[to]; page {
				c.Documents[i].Aliases = append(c.Documents[i].Aliases, r.from)
				break
			}
			if further, redirects := next[to]; redirects {
				to = further
			} else {
				_, to, ok = strings.Cut(to, "/") // a folder above the site
			}
		}
	}
}

// maxHops is how many redirects and folders are followed in a row. Browsers follow as many redirects.
const maxHops = 20
