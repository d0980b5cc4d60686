package builder

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mycel/builder/ingest/document"
	"mycel/builder/job"
	"mycel/builder/trees"
	"mycel/engine/bundle"
	"mycel/files"
)

// Stages is a build in tasks that may run on many machines. They share a folder and this program.
//
//	MapPages        for each split: documents → pages, in the folder; counts of words → shards
//	ReduceWords     for each shard: counts of words of all splits → their sums
//	Number          once: sums → the vocabulary
//	MapPostings     for each split: pages and the vocabulary → postings → shards
//	ReducePostings  for each shard: postings of all splits → the rows of its terms
//	Finish          once: pages and rows → the bundle
//
// The bundle has the same bytes as Build's, for any splits, and wherever and however often a task runs.
// Any engine can run the tasks and bring records from mappers to the reducer of their shard.
//
// A plan of several bundles has each task for each bundle. The bundle has a folder of its own: see
// Bundle.
type Stages struct {
	plan stagePlan
	stageFiles
	ofSet bool   // these are the tasks of one of several bundles
	name  string // of that bundle
}

// stageFiles are the files that the tasks share.
type stageFiles struct{ folder job.Folder }

// stagePlan is the file from which all tasks start.
type stagePlan struct {
	Format     int         `json:"format"`  // of the bundle
	Program    string      `json:"program"` // version of the program that made the plan; one version makes all records
	Settings   Config      `json:"settings"`
	MaxBad     float64     `json:"maxBad"`             // greatest share of the records that may be bad
	Synonyms   string      `json:"synonyms,omitempty"` // SHA-256 of the file
	Names      string      `json:"names,omitempty"`    // the same
	Splits     []job.Split `json:"splits"`
	WordShards int         `json:"wordShards"`
	Postings   int         `json:"postings"`          // most occurrences of the terms of a shard of postings
	Bundles    []int       `json:"bundles,omitempty"` // first split of each bundle of a set; empty for one bundle
}

// unstaged returns why a configuration cannot be built in stages.
func unstaged(c *Config) error {
	for _, x := range []struct {
		is  bool
		why string
	}{
		{len(c.JSONL) == 0 || len(c.Site)+len(c.Docs) > 0 || c.Documents != nil, "the source is not JSON Lines, the only files that are cut into splits"},
		{c.Language == "", "no language is given: most of the text has to be read before its language is known"},
		{c.Strict, "strict is set: set the greatest share of bad records to 0"},
		{c.TreeScope == trees.OfCorpus, "a summary tree over all documents needs all of them in one task"},
		{c.Vectors || c.Encoder != nil || c.VectorBits != 0, "vectors need all texts in one task"},
		{c.Summarizer != nil || c.Extractor != nil || c.Questioner != nil, "a language model is named, which would be asked again by each task that runs again"},
		{c.Graph != "", "a graph made elsewhere is tied to all pages in one task"},
		{len(c.With) > 0, "the methods of With need all pages in one task"},
		{c.Kept != nil, "pages are kept in the folder of the stages"},
		{c.LinkTest != nil, "questions made of links are for documentation"},
	} {
		if x.is {
			return fmt.Errorf("%w: no build in stages: %s", ErrConfig, x.why)
		}
	}
	return nil
}

// StageOptions determine how a build is cut into tasks. Only BundleBytes changes the bundle.
type StageOptions struct {
	SplitBytes    int64   // approximate size of a split; default 32 MiB
	ShardPostings int     // most occurrences of the terms of a shard of postings; default 4 Mi
	MaxBad        float64 // greatest share of the records that may be bad, by default one in a hundred; −1 for none
	BundleBytes   int64   // greatest size of the splits of a bundle; 0 for one bundle of all
}

const (
	defaultSplitBytes = 32 << 20
	defaultMaxBad     = 0.01
	defaultPostings   = 4 << 20
	wordShardSplits   = 8 // splits for one shard of words
	planName          = "plan.json"
	maxPlan           = 1 << 30 // bytes: a split has about two hundred
)

// PlanStages plans a build and writes the plan into a folder, which it makes if needed. If the folder has
// the same plan already, its tasks continue.
func PlanStages(c Config, dir string, o StageOptions) (*Stages, error) {
	if err := unstaged(&c); err != nil {
		return nil, err
	}
	if o.SplitBytes < 0 || o.BundleBytes < 0 || o.ShardPostings < 0 {
		return nil, fmt.Errorf("%w: splits of %d bytes, bundles of %d and shards of %d, want no negative number", ErrConfig, o.SplitBytes, o.BundleBytes, o.ShardPostings)
	}
	p := stagePlan{Format: bundle.Version, Postings: cmp.Or(o.ShardPostings, defaultPostings), MaxBad: max(cmp.Or(o.MaxBad, defaultMaxBad), 0), Settings: c}
	p.Settings.JSONL = slices.Clone(c.JSONL)
	var err error
	for i, file := range p.Settings.JSONL {
		if p.Settings.JSONL[i], err = filepath.Abs(file); err != nil { // tasks may run in other folders
			return nil, err
		}
	}
	if p.Synonyms, err = sumFile(p.Settings.Synonyms); err != nil {
		return nil, err
	}
	if p.Names, err = sumFile(p.Settings.Names); err != nil {
		return nil, err
	}
	c.Sink = noSink
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	if p.Program, err = job.ProgramSum(); err != nil {
		return nil, err
	}
	if p.Splits, err = job.Splits(p.Settings.JSONL, cmp.Or(o.SplitBytes, defaultSplitBytes)); err != nil {
		return nil, err
	}
	for _, s := range p.Splits {
		if err := checkUTF8(s); err != nil {
			return nil, err
		}
	}
	p.WordShards = 1 + len(p.Splits)/wordShardSplits
	p.group(o.BundleBytes)
	content, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, planName)
	old, err := files.Read(path, maxPlan)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = job.WriteFile(path, content)
	case err == nil && !bytes.Equal(old, content):
		err = fmt.Errorf("%s has another plan: choose another folder, or remove it", dir)
	}
	if err != nil {
		return nil, err
	}
	return OpenStages(dir)
}

// checkUTF8 refuses UTF-16, because its lines do not end at single bytes.
func checkUTF8(s job.Split) error {
	if s.Start > 0 {
		return nil
	}
	lines, err := s.Open()
	if err != nil {
		return err
	}
	defer lines.Close()
	var mark [2]byte
	if _, err := io.ReadFull(lines, mark[:]); err == nil && document.IsUTF16(mark[:]) {
		return fmt.Errorf("%w: no build in stages: %s is UTF-16, want UTF-8", ErrConfig, s.File)
	}
	return nil
}

// OpenStages opens the plan of a folder.
func OpenStages(dir string) (*Stages, error) {
	content, err := files.Read(filepath.Join(dir, planName), maxPlan)
	if err != nil {
		return nil, err
	}
	s := &Stages{stageFiles: stageFiles{job.Folder{Dir: dir}}}
	if err := json.Unmarshal(content, &s.plan); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, planName), err)
	}
	if !s.plan.isWhole() {
		return nil, fmt.Errorf("%s is damaged", filepath.Join(dir, planName))
	}
	program, err := job.ProgramSum()
	if err == nil && program != s.plan.Program {
		err = fmt.Errorf("the plan in %s is of another program: all tasks of a build are to be run by one", dir)
	}
	sum := sha256.Sum256(content)
	copy(s.folder.Plan[:], sum[:])
	return s, err
}

// isWhole reports whether a plan has only numbers that PlanStages can write.
func (p *stagePlan) isWhole() bool {
	at := -1
	for _, first := range p.Bundles {
		if first <= at || first >= len(p.Splits) {
			return false
		}
		at = first
	}
	for _, s := range p.Splits {
		if s.Start < 0 || s.End <= s.Start || s.End > s.Size {
			return false
		}
	}
	return p.Postings > 0 && p.WordShards == 1+len(p.Splits)/wordShardSplits && (len(p.Bundles) == 0 || p.Bundles[0] == 0)
}

// Plan returns 16 digits that identify this plan.
func (s *stageFiles) Plan() string { return hex.EncodeToString(s.folder.Plan[:]) }

// sumFile returns the SHA-256 of a file that the plan names, "" if there is none.
func sumFile(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	raw, err := files.Read(file, files.Most)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// noSink replaces the place of the bundle in tasks that write no bundle.
func noSink(string, []byte) error { return errors.New("no place for files") }

// start begins a task.
func (s *Stages) start(ctx context.Context, c Config) (*run, error) {
	r, err := start(ctx, c)
	if err == nil {
		r.staged, r.report.Language = true, r.Language
	}
	return r, err
}

// startMap begins a task that writes no bundle.
func (s *Stages) startMap(ctx context.Context) (*run, error) {
	c := s.plan.Settings
	c.Sink = noSink
	return s.start(ctx, c)
}

// Splits returns the number of splits.
func (s *Stages) Splits() int { return len(s.plan.Splits) }

// check refuses numbers of splits and shards that the plan does not have.
func check(what string, n, end int) error {
	if n < 0 || n >= end {
		return fmt.Errorf("there is no %s %d: they are numbered from 0 to %d", what, n, end-1)
	}
	return nil
}
