package ingest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mycel/builder/parallel"
)

// JSONL reads a file of JSON Lines, one document a line, as retrieval benchmarks
// such as BEIR publish them:
//
//	{"_id": "a1", "title": "…", "text": "…", "url": "…", "lang": "…", "metadata": {…}}
//
// "_id" (or "id") is required, a string or a number, and must not repeat; "text" may
// be called "body" or "contents"; the scalars in "metadata" go to Meta. "filters" (values
// or lists of values), "sort" (values) and "boost" give Facets. A null counts as absent, other fields are ignored, and so are blank lines. Without a title the
// document is known by its ID, without a URL it has none. The text is one section,
// whatever blank lines it holds.
//
// A line with neither title nor text is skipped with a warning. Anything else is an
// error that begins "FILE:LINE: ", such as a line of more than 256 MiB. A few thousand
// lines or a few MiB of them are in memory at a time.
func JSONL(ctx context.Context, file string, o Options) (*Corpus, error) {
	f, err := os.Open(file)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("no such file: %s", file)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("not a file of JSON Lines but a directory: %s", file)
	}
	return readJSONL(ctx, f, file, int(info.Size()), o)
}

// readJSONL reads the lines of r, which are size bytes and go by the name of file.
func readJSONL(ctx context.Context, r io.Reader, file string, size int, o Options) (*Corpus, error) {
	c := &Corpus{}
	lineOf := map[string]int{} // line of each ID
	in := bufio.NewReaderSize(r, 1<<16)
	var batch []jsonLine
	for line, last := 1, false; !last; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var failed error
		batch, last, failed = readBatch(batch[:0], in)
		parallel.Do(len(batch), func(i int) { batch[i].parse(&o) })
		for i := range batch {
			if err := c.addLine(&batch[i], file, line, lineOf); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line, err)
			}
			line++
		}
		if failed != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, failed)
		}
		if !last {
			o.report(int(c.Bytes), max(size, int(c.Bytes)))
		}
	}
	o.report(int(c.Bytes), int(c.Bytes))
	return c, nil
}

// jsonLine is one line of a file and what it was parsed into.
type jsonLine struct {
	raw   []byte
	blank bool
	doc   Document
	err   error
}

// Bounds of what is in memory at a time: a batch ends with the line that fills it,
// and a longer line is an error.
const (
	batchLines = 1 << 10
	batchBytes = 1 << 22
	maxLine    = 1 << 28
	lineRoom   = 1 << 14 // of a line that is done with, up to which it is used again
)

// readBatch reads lines to be parsed together, into a batch that is done with, whose memory
// they take. last says that the file has ended; what was read before an error comes with it.
func readBatch(batch []jsonLine, in *bufio.Reader) (_ []jsonLine, last bool, err error) {
	for size := 0; size < batchBytes && len(batch) < batchLines; {
		var room []byte
		if len(batch) < cap(batch) {
			room = batch[:len(batch)+1][len(batch)].raw[:0]
		}
		if cap(room) > lineRoom {
			room = nil
		}
		raw, err := readLine(in, room)
		last = err == io.EOF
		if err != nil && !last {
			return batch, true, err
		}
		batch = append(batch, jsonLine{raw: raw})
		size += len(raw)
		if last {
			break
		}
	}
	return batch, last, nil
}

// readLine reads up to and with the next newline, behind what the line has.
func readLine(in *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("the line is longer than %d MiB", maxLine>>20)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

func (l *jsonLine) parse(o *Options) {
	var ok bool
	if l.doc, ok = o.load(nameOfLines, l.raw); ok {
		return
	}
	src, err := decodeUTF8(l.raw)
	if err != nil {
		l.err = err
		return
	}
	if l.blank = strings.TrimSpace(src) == ""; l.blank {
		return
	}
	if l.doc, l.err = parseJSONLine(src, *o); l.err == nil {
		o.keep(nameOfLines, l.raw, &l.doc)
	}
}

// addLine adds the document on the given line of the file, if there is one.
func (c *Corpus) addLine(l *jsonLine, file string, line int, lineOf map[string]int) error {
	offset := c.Bytes
	c.Bytes += int64(len(l.raw))
	switch {
	case errors.Is(l.err, ErrEncoding):
		return fmt.Errorf("%w, in the line that begins at byte %d", l.err, offset)
	case l.blank:
		return nil
	}
	c.Found++
	if l.err != nil {
		return l.err
	}
	doc := &l.doc
	if first, taken := lineOf[doc.ID]; taken {
		return fmt.Errorf("_id %q is taken by line %d", doc.ID, first)
	}
	lineOf[doc.ID] = line
	if doc.Title == "" && doc.Text == "" {
		c.Warnings = append(c.Warnings, Warning{Path: file, Line: line, Message: "has neither title nor text", Skipped: true})
		return nil
	}
	doc.Title = cmp.Or(doc.Title, oneLine(doc.ID))
	c.Documents = append(c.Documents, *doc)
	return nil
}

// parseJSONLine returns the document of one line. Its title and text may be empty.
func parseJSONLine(src string, o Options) (Document, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(src), &fields); err != nil {
		return Document{}, jsonError(err)
	}
	if fields == nil {
		return Document{}, errors.New("want a JSON object, got null")
	}
	r := fieldReader{fields: fields}
	doc := Document{
		ID:    r.id("_id", "id"),
		Title: oneLine(r.text("title")),
		Text:  plainText(r.text("text", "body", "contents")),
		URL:   o.resolve(r.text("url")),
		Lang:  langTag(r.text("lang")),
		Meta:  orNil(scalars(r.object("metadata"))),
	}
	doc.Sections = oneSection(doc.Text)
	r.facets(&doc, o)
	return doc, r.err
}

// jsonError says where the JSON of a line is wrong.
func jsonError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("invalid JSON at byte %d of the line: %w", syntax.Offset, err)
	case errors.As(err, &kind):
		return fmt.Errorf("want a JSON object, got %s", kind.Value)
	}
	return err
}

// fieldReader reads the fields of a JSON object and keeps its first error.
type fieldReader struct {
	fields map[string]json.RawMessage
	err    error
}

// first returns the first of the keys that has a value other than null.
func (r *fieldReader) first(keys ...string) (string, json.RawMessage) {
	for _, key := range keys {
		if raw := r.fields[key]; raw != nil && string(raw) != "null" {
			return key, raw
		}
	}
	return keys[0], nil
}

// text returns a string field, or "".
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

// id returns a field that must be a number, or a string that shows something.
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
	if oneLine(id) == "" {
		r.fail(fmt.Errorf("%q is empty", key))
	}
	return id
}

// facets reads what a line says of its document beside the text.
func (r *fieldReader) facets(d *Document, o Options) {
	d.choose(d.Meta, lists(r.object("metadata")), o)
	filters := r.object("filters")
	for _, key := range sortedKeys(filters) {
		values := []any{filters[key]}
		if list, ok := filters[key].([]any); ok {
			values = list
		}
		texts := make([]string, len(values))
		for i, value := range values {
			text, ok := scalarText(value)
			if !ok {
				r.fail(fmt.Errorf("%q: %q: want a value or a list of values", "filters", key))
			}
			texts[i] = text
		}
		d.addFilters(key, texts)
	}
	sort := scalars(r.object("sort"))
	for _, key := range sortedKeys(sort) {
		d.setSort(key, sort[key])
	}
	if _, raw := r.first("boost"); raw != nil {
		boost, err := parseBoost(string(raw))
		if err != nil {
			r.fail(err)
			return
		}
		d.multiply(boost)
	}
}

// object returns the fields of an object, nil if there is none.
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

// jsonKind names the kind of a valid JSON value by its first character.
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
