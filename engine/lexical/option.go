package lexical

import "strings"

// An option of a command has its dashes in its name: --require is not require().

// Options returns the options that a heading is about, as it spells them: -r and --require of "-r, --require module",
// --progress and --no-progress of "--[no-]progress". A heading that begins otherwise is about none.
func Options(heading string) (options []string) {
	if !strings.HasPrefix(heading, "-") {
		return nil
	}
	for _, word := range strings.FieldsFunc(heading, func(r rune) bool { return strings.ContainsRune(" ,|/", r) }) {
		if _, rest, ok := strings.Cut(word, "--[no-]"); ok {
			options = append(options, "--no-"+optionName(rest))
			word = "--" + rest
		}
		if name := optionName(word); len(name) > 1 && name[0] == '-' && name != "--" {
			options = append(options, name)
		}
	}
	return options
}

// optionName returns an option without its value.
func optionName(s string) string {
	if i := strings.IndexAny(s, "=[<({:"); i > 0 {
		s = s[:i]
	}
	return s
}

// Option returns the option that the query is, or "".
func (q *Query) Option() string {
	if s := strings.TrimSpace(q.Text); len(q.Words) > 0 && q.oneWord() && len(Options(s)) == 1 {
		return optionName(s)
	}
	return ""
}
