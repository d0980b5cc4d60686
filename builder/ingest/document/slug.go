package document

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slugger gives headings the fragment ids of a Markdown renderer.
type Slugger struct {
	Rule *SlugRule      // nil for GitHub's
	used map[string]int // slug → number of the last duplicate
}

// SlugRule is the rule by which a site tool makes the ids of headings.
type SlugRule struct {
	slug  func(heading string) string
	again func(slug string, n int) string // id of the n-th further heading with a slug, from 1
	empty string                          // slug of a heading without usable characters
}

// gitHub keeps letters, marks, decimal digits, '-' and connector punctuation such as '_', in lower case. Each space
// becomes '-'. Docusaurus, Starlight, Nextra, Jekyll, Hugo and GitBook do the same, except for rare characters.
//
//	"The API of Mutex<T>"  →  the-api-of-mutext
//	"Hello, World!"        →  hello-world
var gitHub = SlugRule{slug: slugify, again: hyphenated}

// slugRules are the rules of other tools, each with the program that defines it.
var slugRules = map[string]SlugRule{
	// github-slugger, except for kramdown's dashes: two or three hyphens are one sign, which is dropped.
	"jekyll": {func(s string) string { return slugify(strings.NewReplacer("---", "", "--", "").Replace(s)) }, hyphenated, ""},
	// Hugo: sanitizeAnchorName. Marks are dropped.
	"hugo": {func(s string) string {
		return slugify(strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mark, r) || r != '_' && unicode.Is(unicode.Pc, r) {
				return -1
			}
			return r
		}, s))
	}, hyphenated, "heading"},
	// @mdit-vue/shared.
	"vitepress": vueSlugs, "vuepress": vueSlugs,
	// markdown.extensions.toc of Python-Markdown.
	"mkdocs": {func(s string) string { return pythonSlug(ascii(s)) }, underscored, "_1"},
	// The same with slugify_unicode, or slugs of PyMdown.
	"mkdocs-unicode": {pythonSlug, underscored, "_1"}, "mkdocs-pymdown": {slugify, underscored, "_1"},
	// docutils.nodes.make_id.
	"sphinx": {DocutilsID, func(_ string, n int) string { return "id" + strconv.Itoa(n) }, "id1"},
	// mdBook: id_from_content. Only ASCII letters become lower case.
	"mdbook": {func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return '-'
			case r == '_' || r == '-' || unicode.In(r, unicode.Letter, unicode.Number, unicode.Other_Alphabetic):
				return r
			}
			return -1
		}, asciiLower(s))
	}, hyphenated, ""},
	// docsify: slugify.
	"docsify": {func(s string) string {
		return digitFirst.ReplaceAllString(hyphens.ReplaceAllString(oneSpace.ReplaceAllString(docsifySigns.ReplaceAllString(asciiLower(strings.TrimSpace(s)), ""), "-"), "-"), "_$1")
	}, hyphenated, ""},
	// slugize of hexo-util, which keeps case.
	"hexo": {func(s string) string { return strings.Trim(vueSigns.ReplaceAllString(unmarked(s), "-"), "-") }, hyphenated, ""},
	// The crate slug. It transliterates other scripts. We do not, so their headings get GitHub's slug.
	"zola": {func(s string) string {
		if slug := strings.Trim(nonASCIIWord.ReplaceAllString(strings.ToLower(ascii(s)), "-"), "-"); slug != "" {
			return slug
		}
		return slugify(s)
	}, hyphenated, ""},
	// Pandoc: auto_identifiers.
	"quarto": {func(s string) string {
		s = strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return ' '
			case strings.ContainsRune("_-.", r) || unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number):
				return unicode.ToLower(r)
			}
			return -1
		}, s)
		return strings.TrimLeftFunc(strings.Join(strings.Fields(s), "-"), func(r rune) bool { return !unicode.IsLetter(r) })
	}, hyphenated, "section"},
}

var vueSlugs = SlugRule{func(s string) string {
	slug := strings.Trim(hyphens.ReplaceAllString(vueSigns.ReplaceAllString(unmarked(s), "-"), "-"), "-")
	return strings.ToLower(digitFirst.ReplaceAllString(slug, "_$1"))
}, hyphenated, ""}

var (
	vueSigns     = regexp.MustCompile("[\\s~`!@#$%^&*()\\-_+=\\[\\]{}|\\\\;:\"'“”‘’<>,.?/]+")
	docsifySigns = regexp.MustCompile("[\u2000-\u206F\u2E00-\u2E7F\\\\'!\"#$%&()*+,./:;<=>?@\\[\\]^`{|}~]")
	pythonSigns  = regexp.MustCompile(`[^\pL\pM\pN_\s-]`)
	nonASCIIWord = regexp.MustCompile(`[^a-z0-9]+`)
	hyphens      = regexp.MustCompile(`-+`)
	blanks       = regexp.MustCompile(`[-\s]+`)
	oneSpace     = regexp.MustCompile(`\s`)
	digitFirst   = regexp.MustCompile(`^(\d)`)
)

func hyphenated(slug string, n int) string { return slug + "-" + strconv.Itoa(n) }

// underscored increases the number at the end of a slug, or adds one.
func underscored(slug string, n int) string {
	if i := strings.LastIndexByte(slug, '_'); i >= 0 {
		if k, err := strconv.Atoi(slug[i+1:]); err == nil {
			slug, n = slug[:i], n+k
		}
	}
	return slug + "_" + strconv.Itoa(n)
}

func pythonSlug(s string) string {
	return blanks.ReplaceAllString(strings.ToLower(strings.TrimSpace(pythonSigns.ReplaceAllString(s, ""))), "-")
}

// ascii returns s without marks and non-ASCII characters.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

// unmarked returns s without control characters and the marks of Latin letters.
func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x300 && r <= 0x36F {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// DocutilsID returns the id that docutils, and thus Sphinx, makes of a name.
func DocutilsID(name string) string {
	id := nonASCIIWord.ReplaceAllString(strings.ToLower(ascii(name)), "-")
	return strings.TrimRight(strings.TrimLeft(id, "-0123456789"), "-")
}

// SlugRuleOf returns the rule of the tool with a key; nil for GitHub's. config is the text of the tool's
// configuration, which may select another rule.
func SlugRuleOf(tool, config string) *SlugRule {
	if tool == "mkdocs" {
		switch {
		case strings.Contains(config, "pymdownx.slugs"):
			tool = "mkdocs-pymdown"
		case strings.Contains(config, "slugify_unicode"):
			tool = "mkdocs-unicode"
		}
	}
	if rule, ok := slugRules[tool]; ok {
		return &rule
	}
	return nil
}

// Slug returns the id of a heading. A slug that is taken gets a number.
func (s *Slugger) Slug(heading string) string {
	rule := s.Rule
	if rule == nil {
		rule = &gitHub
	}
	base := rule.slug(heading)
	if base == "" {
		base = rule.empty
	}
	slug := base
	for s.isUsed(slug) {
		s.used[base]++
		slug = rule.again(base, s.used[base])
	}
	s.Use(slug)
	return slug
}

// Use records an id that something else on the page uses.
func (s *Slugger) Use(id string) {
	if s.used == nil {
		s.used = map[string]int{}
	}
	if !s.isUsed(id) {
		s.used[id] = 0
	}
}

func (s *Slugger) isUsed(id string) bool {
	_, ok := s.used[id]
	return ok
}

func slugify(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.In(r, unicode.Letter, unicode.Mark, unicode.Nd, unicode.Pc):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
