package text

import "strings"

// The dashes are part of the name of a command's option: --require is not require().

// Options returns the options that a heading is about, in its spelling: -r and --require for "-r, --require module",
// --progress and --no-progress for "--[no-]progress". It returns nil for a heading that does not begin with a dash.
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

// Option returns the command's option that a query is, or "".
func Option(query string) string {
	query = strings.TrimSpace(query)
	if len(Options(query)) == 1 && !strings.ContainsAny(query, " \t") {
		return OptionName(query)
	}
	return ""
}
