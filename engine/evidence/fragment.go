package evidence

import "strings"

// Text fragments make a browser scroll to a passage and mark it (WICG, "URL
// Fragment Text Directives"): #anchor:~:text=start,end.

// wholeWords is the length of the longest quote that a fragment repeats whole, in words. For a longer
// quote it has edgeWords words from each end.
const (
	wholeWords = 10
	edgeWords  = 5
)

// Fragment returns url, which may end with an anchor, with a directive that leads to a quote. For a
// quote of several lines the directive has its first and last words, because each part must lie
// within one block of the page. The directive replaces one that url already has. An empty url stays
// empty.
func Fragment(url, quote string) string {
	if url == "" || quote == "" {
		return url
	}
	url, _, _ = strings.Cut(url, ":~:")
	quote = strings.Trim(quote, whiteSpace)
	end, start := strings.IndexByte(quote, '\n'), strings.LastIndexByte(quote, '\n')
	if end < 0 {
		end = len(quote)
	}
	first, last := words(quote[:end]), words(quote[start+1:])
	b := []byte(url)
	if strings.IndexByte(url, '#') < 0 {
		b = append(b, '#')
	}
	b = append(b, ":~:text="...)
	if start < 0 && len(first) <= wholeWords {
		return string(escape(b, first))
	}
	b = escape(b, first[:min(edgeWords, len(first))])
	b = append(b, ',')
	return string(escape(b, last[max(0, len(last)-edgeWords):]))
}

// escape appends words with single spaces between them. All but letters, digits and three marks
// are percent-encoded, because commas, hyphens and ampersands are syntax of the directive.
func escape(b []byte, words []string) []byte {
	for _, c := range []byte(strings.Join(words, " ")) {
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '~' {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}

const hex = "0123456789ABCDEF"
