package document

import (
	"strings"
	"time"
)

// Fields of front matter for the first and the last day of a page. Keys are in the form of FieldKey.
var (
	publishKeys = []string{"publishdate", "pubdate", "published", "date"}
	expireKeys  = []string{"expirydate", "expires", "unpublishdate"}
)

// FieldKey returns one spelling for all spellings of a key: search_exclude, searchExclude and
// search-exclude become searchexclude.
func FieldKey(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

// Unpublished returns the reason why a page with these fields is not published on the date of the build,
// "" if it is published. A build without a date publishes all pages.
func (o *Options) Unpublished(fields map[string]string) string {
	if o.Date == "" {
		return ""
	}
	days := map[string]string{}
	for _, key := range SortedKeys(fields) {
		if day := dayOf(fields[key]); day != "" {
			days[FieldKey(key)] = day
		}
	}
	for _, key := range expireKeys {
		if day := days[key]; day != "" && day <= o.Date {
			return "has expired"
		}
	}
	for _, key := range publishKeys {
		if day := days[key]; day > o.Date {
			return "is not published before a later date"
		}
	}
	return ""
}

// dayLayouts are ways to write dates. A time of the day after a date is ignored.
var dayLayouts = []string{"2006-1-2", "2006/1/2", "2006.1.2", "2 Jan 2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006"}

// dayOf returns the day of a date as 2006-01-02, "" if text is no date.
func dayOf(text string) string {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC().Format(time.DateOnly)
	}
	for _, layout := range dayLayouts {
		day := text
		if strings.HasPrefix(layout, "2006") {
			day, _, _ = strings.Cut(strings.ReplaceAll(text, "T", " "), " ")
		}
		if at, err := time.Parse(layout, day); err == nil {
			return at.Format(time.DateOnly)
		}
	}
	return ""
}
