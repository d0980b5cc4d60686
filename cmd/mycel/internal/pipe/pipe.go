// Package pipe serves the program that has started the command. A call and its answer are each a line of JSON. Calls
// are answered one after the other, in their order, so that programs without threads can use it.
//
//	{"id": 1, "call": "add", "page": {"url": "/bread/", "content": "<h1>Bread</h1>"}}
//	{"id":1,"result":{"page":{"id":"bread/index.html","url":"/bread/","title":"Bread"},"warnings":[]}}
//	{"id": 2, "call": "write", "output": "public/mycel"}
//	{"id": 3, "call": "search", "bundle": "public/mycel", "request": {"query": "bread"}}
package pipe

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"sync"

	"mycel"
	"mycel/builder"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/jsonerror"
	"mycel/builder/write"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
)

// Server holds the pages and the open bundles of one program.
type Server struct {
	Ingest document.Options // of all pages

	// Build makes a bundle of pages in the folder output, or passes its files to sink.
	Build func(ctx context.Context, pages iter.Seq2[ingest.Source, error], output string, sink write.Sink) (*builder.Report, error)
	Open  func(ctx context.Context, at string) (*mycel.Bundle, error)
	Code  func(error) int // exit code of the command for an error

	pages   map[string]ingest.Source // by ID
	bundles map[string]*mycel.Bundle // by place
	busy    sync.Mutex               // held during a call
}

// call is one line of input.
type call struct {
	ID      json.RawMessage `json:"id"`
	Call    string          `json:"call"`
	Page    *page           `json:"page"`
	Path    string          `json:"path"`
	Glob    string          `json:"glob"`
	Output  string          `json:"output"`
	Bundle  string          `json:"bundle"`
	Request map[string]any  `json:"request"`
}

// answer is one line of output. The last line for a call has a result or an error.
type answer struct {
	ID     json.RawMessage `json:"id"`
	File   *file           `json:"file,omitempty"`
	Result any             `json:"result,omitempty"`
	Error  *failure        `json:"error,omitempty"`
}

type file struct {
	Path    string `json:"path"`
	Content []byte `json:"content"`
}

type failure struct {
	Message string `json:"message"`
	Code    int    `json:"code"`
}

// maxLine is the length of the longest line, in bytes: the longest page with escapes.
const maxLine = 4 * document.MaxBytes

// Run answers calls until the input or ctx ends. A call that has begun is completed first.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s.pages, s.bundles = map[string]ingest.Source{}, map[string]*mycel.Bundle{}
	ended := make(chan error, 1)
	go func() { ended <- s.answerAll(ctx, bufio.NewReaderSize(in, 1<<16), out) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		s.busy.Lock() // reading cannot be interrupted
		return ctx.Err()
	}
}

func (s *Server) answerAll(ctx context.Context, in *bufio.Reader, out io.Writer) error {
	for n := 1; ; n++ {
		line, err := readLine(in)
		if err != nil {
			return fmt.Errorf("line %d of the input: %w", n, err)
		}
		if line == nil {
			return nil
		}
		if err := s.answer(ctx, line, out); err != nil {
			return err
		}
	}
}

// readLine returns a line, nil at the end of the input.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > maxLine:
			return nil, fmt.Errorf("is longer than %d bytes", maxLine)
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) == 0:
			return nil, nil
		case err == io.EOF:
			return nil, io.ErrUnexpectedEOF
		default:
			return line, err
		}
	}
}

// answer answers one line. Its error is about writing the answer.
func (s *Server) answer(ctx context.Context, line []byte, out io.Writer) error {
	s.busy.Lock()
	defer s.busy.Unlock()
	var c call
	send := func(a answer) error {
		a.ID = c.ID
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(a); err != nil {
			return err
		}
		_, err := out.Write(b.Bytes())
		return err
	}
	result, err := func() (any, error) {
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&c); err != nil && c.Page != nil {
			return nil, usage.Errorf("page %s: %w", cmp.Or(c.Page.URL, c.Page.Path, "without an address"), jsonerror.Plain(err))
		} else if err != nil {
			return nil, usage.Errorf("not a call: %w", jsonerror.Plain(err))
		}
		if _, err := decoder.Token(); err != io.EOF {
			return nil, usage.Errorf("not a call: more than an object is on the line")
		}
		return s.do(ctx, &c, send)
	}()
	if err != nil {
		return send(answer{Error: &failure{err.Error(), s.Code(err)}})
	}
	return send(answer{Result: result})
}

// do executes a call and returns its result.
func (s *Server) do(ctx context.Context, c *call, send func(answer) error) (any, error) {
	switch c.Call {
	case "version":
		return mycel.Version, nil
	case "add":
		return s.add(c.Page)
	case "addFolder":
		return s.addFolder(c.Path, c.Glob)
	case "write":
		if c.Output == "" {
			return nil, usage.Errorf("write: no output, the folder of the bundle")
		}
		return s.Build(ctx, s.all(), c.Output, nil)
	case "files":
		return s.Build(ctx, s.all(), "", func(path string, content []byte) error {
			return send(answer{File: &file{path, content}})
		})
	case "search", "retrieve", "overview", "related":
		return s.ask(ctx, c)
	}
	return nil, usage.Errorf("there is no call %q", c.Call)
}

// all returns the pages in the order of their IDs.
func (s *Server) all() iter.Seq2[ingest.Source, error] {
	return func(yield func(ingest.Source, error) bool) {
		for _, id := range slices.Sorted(maps.Keys(s.pages)) {
			if !yield(s.pages[id], nil) {
				return
			}
		}
	}
}

// added is the result of adding a page: its names and its warnings.
type added struct {
	Page     pageInfo           `json:"page"`
	Warnings []document.Warning `json:"warnings"` // never nil, for JSON
}

type pageInfo struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Language string `json:"language,omitempty"`
}

// add adds a page, which replaces an earlier page of the same name.
func (s *Server) add(p *page) (*added, error) {
	if p == nil {
		return nil, usage.Errorf("add: no page")
	}
	source, err := p.source()
	if err != nil {
		return nil, usage.Wrap(err)
	}
	return s.keep(source)
}

func (s *Server) keep(source ingest.Source) (*added, error) {
	if len(source.Content) > document.MaxBytes {
		return nil, usage.Errorf("page %s: has %d bytes, more than %d", source.ID, len(source.Content), document.MaxBytes)
	}
	read, told, err := source.Read(s.Ingest)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	s.pages[read.ID] = read
	return &added{pageInfo{read.ID, read.URL, read.Title, read.Language}, append([]document.Warning{}, told...)}, nil
}

// addedFolder is the result of adding a folder.
type addedFolder struct {
	Pages    int                `json:"pages"`
	Warnings []document.Warning `json:"warnings"` // never nil, for JSON
}

// addFolder adds the pages of a folder whose paths match a pattern.
func (s *Server) addFolder(dir, glob string) (*addedFolder, error) {
	if dir == "" {
		return nil, usage.Errorf("addFolder: no path")
	}
	if info, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir() {
		return nil, fmt.Errorf("addFolder: no such folder: %s", dir)
	}
	wanted := document.Options{Glob: glob}
	if err := wanted.Validate(); err != nil {
		return nil, usage.Errorf("addFolder: %w", err)
	}
	out := &addedFolder{Warnings: []document.Warning{}}
	for source, err := range ingest.FS(files.Dir(dir)) {
		if err != nil {
			return nil, fmt.Errorf("addFolder: %s: %w", dir, err)
		}
		if !wanted.Wanted(source.ID) {
			continue
		}
		page, err := s.keep(source)
		if err != nil {
			return nil, err
		}
		out.Warnings = append(out.Warnings, page.Warnings...)
		if !slices.ContainsFunc(page.Warnings, func(w document.Warning) bool { return w.Skipped }) {
			out.Pages++
		}
	}
	return out, nil
}
