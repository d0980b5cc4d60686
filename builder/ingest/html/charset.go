package html

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"mycel/builder/ingest/document"
)

// charsetPrefix is the number of bytes in which browsers look for the encoding.
const charsetPrefix = 1024

// decodeHTML returns the page as UTF-8 with single newlines. As in browsers, a byte order mark gives the
// encoding, else a <meta> element. Without either, the page's language decides, with a warning.
//
// Valid UTF-8 is read as UTF-8 whatever the page declares. Text in another 8-bit encoding is hardly ever valid
// UTF-8, and wrong <meta> elements are common: a charset header of the server hides them.
func decodeHTML(raw []byte) (text string, warnings []string, err error) {
	if document.IsUTF16(raw) || utf8.Valid(raw) || bytes.HasPrefix(raw, []byte("\uFEFF")) || bytes.IndexByte(raw, 0) >= 0 {
		text, err = document.DecodeText(raw)
		return text, nil, err
	}
	label, language := declaredCharset(raw[:min(len(raw), charsetPrefix)])
	if label == "" && !isDamagedUTF8(raw) {
		label = charsetOf(language)
		warnings = []string{"does not declare its encoding; it is read as " + label + ", as browsers do"}
	}
	enc, name := charset.Lookup(label)
	if enc == nil || name == "utf-8" || name == "replacement" || strings.HasPrefix(name, "utf-16") {
		text, err = document.DecodeUTF8(raw)
		return text, nil, err
	}
	decoded, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return "", nil, fmt.Errorf("%w: cannot be decoded as %s, which it declares: %v", document.ErrEncoding, name, err)
	}
	text, err = document.DecodeUTF8(decoded)
	return text, warnings, err
}

// isDamagedUTF8 reports whether most non-ASCII bytes are valid UTF-8.
func isDamagedUTF8(raw []byte) bool {
	valid, invalid := 0, 0
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		switch {
		case r == utf8.RuneError && n == 1:
			invalid++
		case n > 1:
			valid++
		}
		raw = raw[n:]
	}
	return valid > invalid
}

// charsets are the default encodings of browsers by language, from the HTML standard.
var charsets = map[string]string{
	"ar": "windows-1256", "az": "windows-1254", "ba": "windows-1251", "be": "windows-1251", "bg": "windows-1251", "cs": "windows-1250",
	"el": "iso-8859-7", "et": "windows-1257", "fa": "windows-1256", "he": "windows-1255", "hr": "windows-1250", "hu": "iso-8859-2",
	"ja": "shift_jis", "kk": "windows-1251", "ko": "euc-kr", "ku": "windows-1254", "ky": "windows-1251", "lt": "windows-1257",
	"lv": "windows-1257", "mk": "windows-1251", "mn": "windows-1251", "pl": "iso-8859-2", "ru": "windows-1251", "sah": "windows-1251",
	"sk": "windows-1250", "sl": "iso-8859-2", "sr": "windows-1251", "tg": "windows-1251", "th": "windows-874", "tr": "windows-1254",
	"tt": "windows-1251", "uk": "windows-1251", "vi": "windows-1258", "zh": "gbk", "zh-hant": "big5", "zh-tw": "big5", "zh-hk": "big5",
}

// charsetOf returns the default encoding for pages in a language.
func charsetOf(language string) string {
	language = strings.ToLower(strings.ReplaceAll(language, "_", "-"))
	primary, _, _ := strings.Cut(language, "-")
	return cmp.Or(charsets[language], charsets[primary], "windows-1252")
}

// declaredCharset returns the label in <meta charset> or in
// <meta http-equiv="content-type" content="text/html; charset=…">, or "", and the language of the page.
func declaredCharset(prefix []byte) (label, language string) {
	for z := html.NewTokenizer(bytes.NewReader(prefix)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return "", language
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			n := &html.Node{Attr: t.Attr}
			if t.Data == "html" {
				language = attr(n, "lang")
			}
			if t.Data != "meta" {
				continue
			}
			if label := attr(n, "charset"); label != "" {
				return label, language
			}
			if !strings.EqualFold(attr(n, "http-equiv"), "content-type") {
				continue
			}
			if _, label, ok := strings.Cut(strings.ToLower(attr(n, "content")), "charset="); ok {
				label, _, _ = strings.Cut(label, ";")
				return strings.Trim(label, " \t\n\"'"), language
			}
		}
	}
}
