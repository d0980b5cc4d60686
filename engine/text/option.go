package text

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
			options = append(options, "--no-"+OptionName(rest))
			word = "--" + rest
		}
		if name := OptionName(word); len(name) > 1 && name[0] == '-' && name != "--" {
			options = append(options, name)
		}
	}
	return options
}

// OptionName returns an option without its value.
func OptionName(s string) string {
	if i := strings.IndexAny(s, "=[<({:"); i > 0 {
		s = s[:i]
	}
	return s
}

// Option returns the option of a command that a query is, or "".
func Option(query string) string {
	query = strings.TrimSpace(query)
	if len(Options(query)) == 1 && !strings.ContainsAny(query, " \t") {
		return OptionName(query)
	}
	return ""
}
