package evaluation

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"mycel/engine/method"
)

// Engines are the hosts that can run a job, all with the same rankings: this
// process, Node and wazero; the latter two run the wasm file that ships.
func Engines() []string { return []string{"native", "node", "wazero"} }

// Job is a set of queries that one engine answers in several modes.
type Job struct {
	Bundle  *Bundle
	Runtime fs.FS  // the shipped client; Node alone needs it
	Engine  []byte // the engine that ships, before its code is put into columns; not used by the native engine
	Queries []string
	Modes   []string
	Depth   int // documents wanted for each query
	// Options are the parameters of the modes; how many hits to ask for follows from
	// Depth.
	Options method.Options
}

// Answer is what an engine found for one query.
type Answer struct {
	Documents []Scored // best first; a document has the place of its best section
	// Milliseconds from handing over the query to holding the result, excerpts
	// included: all texts are loaded. The request's encoding and, in Node, the
	// decoding of the JSON answer are part of it, as they are of every search that
	// a reader waits for.
	Milliseconds float64
}

// Scored is a document of a ranking with its score.
type Scored struct {
	Document string
	Anchor   string // of its best section, "" before the first heading
	Score    float32
}

// found is the answer to one query as an engine gives it.
type found struct {
	Hits []Scored
}

// Outcome is what a job gave.
type Outcome struct {
	Answers    [][]Answer // by mode, then by query
	PeakMemory int64      // of the process that searched, in bytes; 0 where unknown
}

// warmUp is how many queries are asked in each mode before times count.
const warmUp = 50

// Run runs the job in the named engine.
func (j *Job) Run(ctx context.Context, engine string) (*Outcome, error) {
	var out *Outcome
	var err error
	switch engine {
	case "native":
		out, err = j.runHere(ctx, j.native)
	case "wazero":
		out, err = j.runHere(ctx, j.wazero)
	case "node":
		out, err = j.node(ctx)
	default:
		err = fmt.Errorf("got %q, want one of %v", engine, Engines())
	}
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", engine, err)
	}
	return out, nil
}

// hits is how many sections to ask for. A result lists sections; where each
// document has only one, as in data sets, that is the number of documents. Else
// several hits may be of one document, and all there can be are asked for.
func (j *Job) hits() int {
	if j.Bundle.tables.NumSections() > j.Bundle.tables.NumDocuments() {
		return method.MaxK
	}
	return min(j.Depth, method.MaxK)
}

// parameters are the options as requests have them.
func (j *Job) parameters() map[string]any {
	o := j.Options
	o.K = j.hits()
	return o.Values()
}

// documents turns hits into the ranking of their documents.
func (j *Job) documents(hits []Scored) []Scored {
	var out []Scored
	have := map[string]bool{}
	for _, h := range hits {
		if len(out) < j.Depth && !have[h.Document] {
			have[h.Document] = true
			out = append(out, h)
		}
	}
	return out
}

// searcher is an engine in this process with the bundle open and all texts loaded.
type searcher interface {
	// search answers a query; found then returns what it found.
	search(query, mode string) error
	found() (found, error)
	close() error
}

// runHere runs the job in an engine of this process.
func (j *Job) runHere(ctx context.Context, open func(context.Context) (searcher, error)) (*Outcome, error) {
	s, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	out := &Outcome{}
	for _, mode := range j.Modes {
		answers, err := j.answer(ctx, s, mode)
		if err != nil {
			return nil, err
		}
		out.Answers = append(out.Answers, answers)
	}
	out.PeakMemory = peakMemory()
	return out, nil
}

// answer asks every query in one mode.
func (j *Job) answer(ctx context.Context, s searcher, mode string) ([]Answer, error) {
	for _, query := range j.Queries[:min(warmUp, len(j.Queries))] {
		if err := s.search(query, mode); err != nil {
			return nil, err
		}
	}
	answers := make([]Answer, len(j.Queries))
	for i, query := range j.Queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := time.Now()
		err := s.search(query, mode)
		took := time.Since(start)
		if err != nil {
			return nil, err
		}
		f, err := s.found()
		if err != nil {
			return nil, err
		}
		answers[i] = Answer{Documents: j.documents(f.Hits), Milliseconds: float64(took.Nanoseconds()) / 1e6}
	}
	return answers, nil
}
