// Package jsonl reads documents from JSON Lines.
package jsonl

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"mycel/builder/ingest/document"
	"mycel/builder/jsonerror"
	"mycel/builder/parallel"
	"mycel/files"
)

// Read reads a file of JSON Lines, one document a line, as retrieval benchmarks such as BEIR publish them:
//
//	{"_id": "a1", "title": "…", "text": "…", "url": "…", "lang": "…", "metadata": {…}}
//
// "_id" (or "id") is required, a string or a number, and must be unique; "text" may be called "body" or "contents".
// The scalars in "metadata" go to Meta. "filters" (values or lists of values), "sort" (values) and "boost" give Facets.
// Null values, other fields and blank lines are ignored. Without a title, the ID is the title. Without a URL the
// document has none. The text is one section, even with blank lines.
//
// A line without title and text is skipped with a warning. A line is Faulty if it is no JSON object, has a field of a
// wrong type, a repeated name, different texts under two names, the ID of an earlier line, or more than 256 MiB. The
// file is UTF-8, or UTF-16 with a byte order mark. It must be a regular file; others are not opened. A few thousand
// lines or a few MiB are in memory at a time.
func Read(ctx context.Context, file string, o document.Options) (*document.Corpus, error) {
	info, err := os.Stat(file)
	switch {
	case os.IsNotExist(err):
		return nil, fmt.Errorf("no such file: %s", file)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("not a file of JSON Lines but a directory: %s", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("not a file of JSON Lines but %s: %s", files.Kind(info.Mode()), file)
	}
	f, err := files.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadFrom(ctx, f, file, int(info.Size()), o)
}

// ReadFrom reads the lines of r, size bytes in all. Messages call it file.
func ReadFrom(ctx context.Context, r io.Reader, file string, size int, o document.Options) (*document.Corpus, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if mark, _ := in.Peek(2); document.IsUTF16(mark) { // readLines reports a file that is too short or unreadable
		in = bufio.NewReaderSize(document.MarkedUTF16.NewDecoder().Reader(in), 1<<16)
	}
	return readLines(ctx, in, file, size, o, map[string]int{})
}

// ReadPart reads some lines of a file: UTF-8, size bytes. Warnings number lines from the first line
// of the part. ids are the IDs of all lines, also of skipped ones, in ascending order.
func ReadPart(ctx context.Context, r io.Reader, file string, size int, o document.Options) (c *document.Corpus, ids []string, err error) {
	lineOf := map[string]int{}
	c, err = readLines(ctx, bufio.NewReaderSize(r, 1<<16), file, size, o, lineOf)
	return c, slices.Sorted(maps.Keys(lineOf)), err
}

// readLines reads documents. lineOf receives the line of each ID.
func readLines(ctx context.Context, in *bufio.Reader, file string, size int, o document.Options, lineOf map[string]int) (*document.Corpus, error) {
	c := &document.Corpus{}
	var batch []jsonLine
	for line, last := 1, false; !last; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var failed error
		batch, last, failed = readBatch(batch[:0], in)
		parallel.Do(len(batch), func(i int) { batch[i].parse(&o) })
		for i := range batch {
			addLine(c, &batch[i], file, line, lineOf)
			line++
		}
		if failed != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, failed)
		}
		if !last {
			o.Report(int(c.Bytes), max(size, int(c.Bytes)))
		}
	}
	o.Report(int(c.Bytes), int(c.Bytes))
	return c, nil
}

// jsonLine is one line of a file and its document.
type jsonLine struct {
	Raw   []byte // nil if the line is too long
	Size  int    // in bytes, including the newline
	blank bool
	doc   document.Document
	Err   error
}

// Limits of the lines in memory: a batch ends with the line that reaches one.
const (
	batchLines = 1 << 10
	batchBytes = 1 << 22
)

// readBatch reads lines that are parsed together, into an empty list. last reports the end
// of the file. If there is an error, the lines before it are returned too.
func readBatch(batch []jsonLine, in *bufio.Reader) (_ []jsonLine, last bool, err error) {
	for size := 0; size < batchBytes && len(batch) < batchLines; {
		l, err := ReadLine(in, document.MaxBytes)
		last = err == io.EOF
		if err != nil && !last {
			return batch, true, err
		}
		batch = append(batch, l)
		size += l.Size
		if last {
			break
		}
	}
	return batch, last, nil
}

// ReadLine reads a line with its newline. It returns no bytes of a line longer than limit.
func ReadLine(in *bufio.Reader, limit int) (l jsonLine, _ error) {
	for {
		part, err := in.ReadSlice('\n')
		if l.Size += len(part); l.Size <= limit {
			l.Raw = append(l.Raw, part...)
		} else {
			l.Raw, l.Err = nil, fmt.Errorf("the line is longer than %d MiB", limit>>20)
		}
		if err != bufio.ErrBufferFull {
			return l, err
		}
	}
}

func (l *jsonLine) parse(o *document.Options) {
	if l.Err != nil {
		return
	}
	src, err := document.CleanUTF8(l.Raw)
	if err != nil {
		l.Err = err
		return
	}
	if l.blank = len(bytes.TrimSpace(src)) == 0; l.blank {
		return
	}
	l.doc, l.Err = ParseJSONLine(src, *o)
	l.doc.CutTitle()
	if o.Store != nil {
		l.doc.Mark = o.Store.Mark("JSON line", l.Raw)
	}
	l.Raw = nil
}

// addLine adds the document of a line to c, or a warning about the line.
func addLine(c *document.Corpus, l *jsonLine, file string, line int, lineOf map[string]int) {
	offset := c.Bytes
	c.Bytes += int64(l.Size)
	if l.blank {
		return
	}
	c.Found++
	warning := document.Warning{Path: file, Line: line, Skipped: true}
	doc := &l.doc
	first, taken := lineOf[doc.ID]
	switch {
	case errors.Is(l.Err, document.ErrEncoding):
		warning.Message, warning.Faulty = fmt.Sprintf("%v, in the line that begins at byte %d", l.Err, offset), true
	case l.Err != nil:
		warning.Message, warning.Faulty = l.Err.Error(), true
	case taken:
		warning.Message, warning.Faulty = fmt.Sprintf("_id %q is taken by line %d", doc.ID, first), true
	case doc.Title == "" && doc.Text == "":
		warning.Message = "has neither title nor text"
		lineOf[doc.ID] = line
	default:
		lineOf[doc.ID] = line
		doc.Title = cmp.Or(doc.Title, document.OneLine(doc.ID))
		for _, message := range doc.Warnings {
			c.Warnings = append(c.Warnings, document.Warning{Path: file, Line: line, Message: message})
		}
		c.Documents = append(c.Documents, *doc)
		return
	}
	c.Warnings = append(c.Warnings, warning)
}

// ParseJSONLine returns the document of one line. Its title and text may be empty.
func ParseJSONLine(src []byte, o document.Options) (document.Document, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(src, &fields); err != nil {
		return document.Document{}, jsonError(err)
	}
	if fields == nil {
		return document.Document{}, errors.New("got null, want a JSON object")
	}
	if bytes.Count(src, []byte(":")) > len(fields) { // otherwise every colon belongs to a field, and no name is repeated
		if name, ok := repeatedName(src); ok {
			return document.Document{}, fmt.Errorf("has %q twice", name)
		}
	}
	r := fieldReader{fields: fields}
	unread := r.unread()
	doc := document.Document{
		ID:    r.id("_id", "id"),
		Title: document.OneLine(r.text("title")),
		Text:  document.PlainText(r.onlyText("text", "body", "contents")),
		URL:   o.Resolve(r.text("url")),
		Lang:  document.LangTag(r.text("lang")),
		Meta:  document.OrNil(document.Scalars(r.object("metadata"))),
	}
	doc.Sections, doc.Wrapped = document.OneSection(doc.Text), true
	r.facets(&doc, o)
	switch {
	case unread == "":
	case doc.Title == "":
		r.fail(fmt.Errorf("has neither title nor text, but %q, which is not read", unread))
	default:
		doc.Warnings = append(doc.Warnings, fmt.Sprintf("has no text, but %q, which is not read", unread))
	}
	return doc, r.err
}

// repeatedName returns the first repeated name in a valid JSON object.
func repeatedName(src []byte) (name string, ok bool) {
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(src))
	for _, _ = d.Token(); d.More(); { // skip the opening brace
		token, _ := d.Token()
		if name, ok = token.(string); !ok || seen[name] {
			return name, ok
		}
		seen[name] = true
		var value json.RawMessage
		_ = d.Decode(&value)
	}
	return "", false
}

// jsonError adds the position in the line to an error of JSON.
func jsonError(err error) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		return fmt.Errorf("invalid JSON at byte %d of the line: %w", syntax.Offset, err)
	}
	return jsonerror.Plain(err)
}

// fieldReader reads the fields of a JSON object and keeps its first error.
type fieldReader struct {
	fields map[string]json.RawMessage
	err    error
}

// first returns the first key with a value other than null, and that value.
func (r *fieldReader) first(keys ...string) (string, json.RawMessage) {
	for _, key := range keys {
		if raw := r.fields[key]; raw != nil && string(raw) != "null" {
			return key, raw
		}
	}
	return keys[0], nil
}

// text returns the first string of the keys, or "".
func (r *fieldReader) text(keys ...string) string {
	key, raw := r.first(keys...)
	if raw == nil {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		r.fail(fmt.Errorf("%q: want a string, got %s", key, jsonKind(raw)))
	}
	return s
}

// onlyText returns the one string under the keys, or "". Two different strings are an error,
// since one would be lost. It removes the fields, which may be large.
func (r *fieldReader) onlyText(keys ...string) string {
	text, from := "", ""
	for _, key := range keys {
		s := r.text(key)
		delete(r.fields, key)
		switch {
		case s == "" || s == text:
		case text == "":
			text, from = s, key
		default:
			r.fail(fmt.Errorf("has different texts in %q and %q", from, key))
		}
	}
	return text
}

// unread returns the name of a string field if a line has no text: the text may be under a wrong name. Otherwise it
// returns "".
func (r *fieldReader) unread() string {
	if _, raw := r.first("text", "body", "contents"); raw != nil {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(r.fields)) {
		if raw := r.fields[key]; raw[0] == '"' && len(raw) > len(`""`) && !slices.Contains([]string{"_id", "id", "title", "url", "lang"}, key) {
			return key
		}
	}
	return ""
}

// id returns a field that must be a number or a string with visible characters.
func (r *fieldReader) id(keys ...string) string {
	key, raw := r.first(keys...)
	switch {
	case raw == nil:
		r.fail(fmt.Errorf("has no %q", key))
		return ""
	case jsonKind(raw) == "a number":
		return string(raw)
	}
	id := r.text(key)
	if document.OneLine(id) == "" {
		r.fail(fmt.Errorf("%q is empty", key))
	}
	return id
}

// facets reads the metadata, filters, sort values and boost of a line.
func (r *fieldReader) facets(d *document.Document, o document.Options) {
	d.Choose(d.Meta, document.Lists(r.object("metadata")), o)
	filters := r.object("filters")
	for _, key := range document.SortedKeys(filters) {
		values := []any{filters[key]}
		if list, ok := filters[key].([]any); ok {
			values = list
		}
		texts := make([]string, len(values))
		for i, value := range values {
			text, ok := document.ScalarText(value)
			if !ok {
				r.fail(fmt.Errorf("%q: %q: want a value or a list of values", "filters", key))
			}
			texts[i] = text
		}
		d.AddFilters(key, texts)
	}
	sort := document.Scalars(r.object("sort"))
	for _, key := range document.SortedKeys(sort) {
		d.SetSort(key, sort[key])
	}
	if _, raw := r.first("boost"); raw != nil {
		boost, err := document.ParseBoost(string(raw))
		if err != nil {
			r.fail(err)
			return
		}
		d.Multiply(boost)
	}
}

// object returns the fields of the object under key, nil without one.
func (r *fieldReader) object(key string) map[string]any {
	_, raw := r.first(key)
	if raw == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		r.fail(fmt.Errorf("%q: want an object, got %s", key, jsonKind(raw)))
		return nil
	}
	return values
}

func (r *fieldReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// jsonKind returns the type of a valid JSON value, by its first character.
func jsonKind(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}
