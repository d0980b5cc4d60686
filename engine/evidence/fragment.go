package evidence

import "strings"

// Text fragments make a browser scroll to a passage and mark it (WICG, "URL
// Fragment Text Directives"): #anchor:~:text=start,end.

// wholeWords is the longest quote that a fragment repeats, edgeWords how many words
// of either end it has of a longer one.
const (
	wholeWords = 10
	edgeWords  = 5
)

// Fragment returns url, which may end with an anchor, with a directive that leads to
// a quote. Text that goes over lines is named by its ends, because the directive's
// parts must each lie in one block of the page. An empty url stays empty.
func Fragment(url, quote string) string {
	if url == "" || quote == "" {
		return url
	}
	quote = strings.Trim(quote, whiteSpace)
	end, start := strings.IndexByte(quote, '\n'), strings.LastIndexByte(quote, '\n')
	if end < 0 {
		end = len(quote)
	}
	first, last := strings.Fields(quote[:end]), strings.Fields(quote[start+1:])
	var b strings.Builder
	b.WriteString(url)
	if !strings.Contains(url, "#") {
		b.WriteByte('#')
	}
	b.WriteString(":~:text=")
	if start < 0 && len(first) <= wholeWords {
		escape(&b, first)
		return b.String()
	}
	escape(&b, first[:min(edgeWords, len(first))])
	b.WriteByte(',')
	escape(&b, last[max(0, len(last)-edgeWords):])
	return b.String()
}

// escape writes words with single spaces between them, percent-encoded but for
// letters, digits and three marks. The directive's own syntax has commas, hyphens
// and ampersands.
func escape(b *strings.Builder, words []string) {
	for i, w := range words {
		if i > 0 {
			b.WriteString("%20")
		}
		for k := range len(w) {
			c := w[k]
			if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '~' {
				b.WriteByte(c)
				continue
			}
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}

const hex = "0123456789ABCDEF"
