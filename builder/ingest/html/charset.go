package html

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"mycel/builder/ingest/document"
)

// charsetPrefix is how many bytes browsers search for a declaration of the encoding.
const charsetPrefix = 1024

// decodeHTML returns the page as UTF-8 with single newlines. A byte order mark says what
// it is in, else a <meta> element does, as in browsers.
//
// Bytes that are valid UTF-8 are UTF-8 whatever the page declares: no text in
// another 8-bit encoding is valid by accident, while servers that send a charset
// header have hidden many a wrong <meta> element.
func decodeHTML(raw []byte) (string, error) {
	if document.IsUTF16(raw) || utf8.Valid(raw) || bytes.HasPrefix(raw, []byte("\uFEFF")) {
		return document.DecodeText(raw)
	}
	label := declaredCharset(raw[:min(len(raw), charsetPrefix)])
	enc, name := charset.Lookup(label)
	if enc == nil || name == "utf-8" || name == "replacement" || strings.HasPrefix(name, "utf-16") {
		return document.DecodeUTF8(raw)
	}
	text, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return "", fmt.Errorf("%w: cannot be decoded as %s, which it declares: %v", document.ErrEncoding, name, err)
	}
	return document.DecodeUTF8(text)
}

// declaredCharset returns the label in <meta charset> or in
// <meta http-equiv="content-type" content="text/html; charset=…">, or "".
func declaredCharset(prefix []byte) string {
	for z := html.NewTokenizer(bytes.NewReader(prefix)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.Data != "meta" {
				continue
			}
			n := &html.Node{Attr: t.Attr}
			if label := attr(n, "charset"); label != "" {
				return label
			}
			if !strings.EqualFold(attr(n, "http-equiv"), "content-type") {
				continue
			}
			if _, label, ok := strings.Cut(strings.ToLower(attr(n, "content")), "charset="); ok {
				label, _, _ = strings.Cut(label, ";")
				return strings.Trim(label, " \t\n\"'")
			}
		}
	}
}
