package builder

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"path/filepath"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/divide"
	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/builder/job"
	"mycel/builder/stem"
	"mycel/builder/terms"
	"mycel/builder/varint"
	"mycel/engine/model"
)

// Files of the tasks, numbered by splits and shards.
const (
	pagesFile    = "pages-%05d"      // of MapPages: documents and pages, their words numbered by page
	splitFile    = "split-%05d.json" // of MapPages: a splitReport
	badFile      = "bad-%05d.jsonl"  // of MapPages: records that were left out, and why
	wordsFile    = "words-%05d"      // of ReduceWords: forms and their counts
	formsFile    = "forms"           // of Number: all forms with their counts and terms, ascending
	numbersFile  = "numbers.json"    // of Number
	joinedFile   = "joined-%05d"     // of MapPostings: documents and pages, their words numbered for the corpus
	postingsFile = "postings-%05d"   // of ReducePostings: rows of terms

	// A set also has these:
	lengthsFile = "lengths-%05d.json" // of MapPostings: the sum of the lengths of chunks
	dfFile      = "df-%05d"           // of ReducePostings: the number of passages of each term
	stemsFile   = "stems"             // of Number: the terms
	sharedFile  = "shared"            // of Count: statistics of the corpus
	boundsFile  = "bounds"            // of Finish: the greatest score of each term
	namesFile   = "names"             // of Finish: names of sections
)

// splitReport describes the content of a split.
type splitReport struct {
	Documents int      `json:"documents"`
	Chunks    int      `json:"chunks"`
	Text      int64    `json:"textBytes"`
	Source    int64    `json:"sourceBytes"`
	Records   int      `json:"records"`
	Skipped   int      `json:"skipped"`
	Bad       int      `json:"bad"`
	Languages []string `json:"languages"` // that documents declare
}

// badRecord is a line of a split that was left out. Line counts from the line at byte Start of the file.
type badRecord struct {
	Path    string `json:"path"`
	Start   int64  `json:"start"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	Bad     bool   `json:"bad"` // it cannot be read; else it has no text to index
}

// Items of a record for a shard of words.
const (
	itemForm = iota
	itemID   // of a document
)

// MapPages reads and analyses the documents of a split. It leaves the pages in the folder, and emits the
// counts of words and the documents' IDs by shards of words.
func (s *Stages) MapPages(ctx context.Context, split int, emit job.Emit) error {
	s, split, emit, err := s.ofSplit(split, emit)
	if err != nil {
		return err
	}
	r, err := s.startMap(ctx)
	if err != nil {
		return err
	}
	from, ids, err := s.readSplit(r, split)
	if err != nil {
		return err
	}
	records := make([][]byte, len(from.docs))
	r.analysed = func(i int, p *analyse.Page, o analyse.Own) {
		var doc, page, both varint.Writer
		p.Doc.Record(&doc)
		p.Record(&page, o)
		both.String(string(doc.Bytes))
		both.String(string(page.Bytes))
		records[i] = both.Bytes
	}
	a, err := analysePages(r, from)
	if err != nil {
		return err
	}
	report := splitReport{Documents: len(from.docs), Text: r.report.Text, Source: r.report.Source, Records: r.found,
		Skipped: r.report.Skipped, Bad: r.report.Faulty, Languages: analyse.Declared(from.docs)}
	var w varint.Writer
	w.Int(len(records))
	for i, record := range records {
		w.Bytes = append(w.Bytes, record...)
		report.Chunks += int(a.pages[i].Sizes().Chunks)
	}
	if err := s.folder.Write(fmt.Sprintf(pagesFile, split), w.Bytes); err != nil {
		return err
	}
	if err := s.writeBad(split, r.report.Warnings); err != nil {
		return err
	}
	if err := s.writeJSON(fmt.Sprintf(splitFile, split), report); err != nil {
		return err
	}
	return s.sendWords(split, a.forms.Counts(terms.CountForms(a.pages, a.forms)), ids, emit)
}

// readSplit reads the documents of a split, and the IDs of all its lines.
func (s *Stages) readSplit(r *run, split int) (*sources, []string, error) {
	part := s.plan.Splits[split]
	lines, err := part.Open()
	if err != nil {
		return nil, nil, err
	}
	c, ids, err := jsonl.ReadPart(r.ctx, lines, part.File, int(part.End-part.Start), r.Ingest)
	if changed := lines.Close(); err == nil {
		err = changed
	}
	if err != nil {
		return nil, nil, err
	}
	from := &sources{docs: c.Documents}
	for i := range from.docs {
		divide.Document(&from.docs[i], r.ChunkTokens)
	}
	r.report.Source, r.report.Warnings, r.found = c.Bytes, c.Warnings, c.Found
	r.report.countSkipped()
	for _, d := range from.docs {
		r.report.Text += int64(len(d.Text))
	}
	if from.stemmer, err = stem.New(r.Language); err != nil {
		return nil, nil, err
	}
	from.languages = analyse.NewLanguages(from.stemmer, from.docs)
	return from, ids, nil
}

// writeBad names the lines that were left out.
func (s *Stages) writeBad(split int, warnings []document.Warning) error {
	var out []byte
	for _, w := range warnings {
		if !w.Skipped {
			continue
		}
		line, err := json.Marshal(badRecord{Path: w.Path, Start: s.plan.Splits[split].Start, Line: w.Line, Message: w.Message, Bad: w.Faulty})
		if err != nil {
			return err
		}
		out = append(append(out, line...), '\n')
	}
	return job.WriteFile(filepath.Join(s.folder.Dir, fmt.Sprintf(badFile, split)), out)
}

func (s *stageFiles) writeJSON(name string, value any) error {
	out, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return err
	}
	return s.folder.Write(name, out)
}

func (s *stageFiles) readJSON(name string, value any) error {
	in, err := s.folder.Read(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(in, value)
}

// sendWords emits the counts of forms, and IDs, each to the shard of its hash.
func (s *Stages) sendWords(split int, forms []analyse.FormCount, ids []string, emit job.Emit) error {
	shards := make([]*job.Sender, s.plan.WordShards)
	for i := range shards {
		shards[i] = job.NewSender(split, i, emit)
	}
	for i := range forms {
		to := shards[shardOf(forms[i].Key, len(shards))]
		to.Int(itemForm)
		forms[i].Code(varint.Coder{W: &to.Writer})
		if err := to.Next(); err != nil {
			return err
		}
	}
	for _, id := range ids {
		to := shards[shardOf(id, len(shards))]
		to.Int(itemID)
		to.String(id)
		if err := to.Next(); err != nil {
			return err
		}
	}
	return closeAll(shards)
}

func closeAll(shards []*job.Sender) error {
	for _, to := range shards {
		if err := to.Close(); err != nil {
			return err
		}
	}
	return nil
}

func shardOf(key string, shards int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // a hash does not fail
	return int(h.Sum64() % uint64(shards))
}

// ReduceWords adds up the counts of a shard of words, which come in any order, and leaves the sums in the
// folder. It fails if two splits have a document of the same ID.
func (s *Stages) ReduceWords(shard int, records [][]byte) error {
	s, shard, err := s.ofShard(shard)
	if err == nil {
		err = check("shard", shard, s.plan.WordShards)
	}
	if err != nil {
		return err
	}
	received, err := job.Receive(shard, s.Splits(), records)
	if err != nil {
		return err
	}
	forms, counts := analyse.NewForms(), []int(nil)
	owner := map[string]int{} // split of each ID
	for _, part := range received {
		var list []analyse.FormCount
		r := varint.NewReader(part.Items)
		for !r.AtEnd() {
			switch r.Int() {
			case itemForm:
				list = append(list, analyse.ReadFormCount(r))
			case itemID:
				id := r.String()
				if other, taken := owner[id]; taken {
					return s.sharedID(id, other, part.Split)
				}
				owner[id] = part.Split
			default:
				r.Fail()
			}
		}
		if err := r.Close(); err != nil {
			return fmt.Errorf("words of split %d: %w", part.Split, err)
		}
		counts = addCounts(counts, forms, list)
	}
	list := forms.Counts(counts)
	return s.write(fmt.Sprintf(wordsFile, shard), func(c varint.Coder) { codeForms(c, &list) })
}

// codeForms writes or reads the counts of forms.
func codeForms(c varint.Coder, list *[]analyse.FormCount) {
	varint.List(c, list)
	for i := range *list {
		(*list)[i].Code(c)
	}
}

// numberedForm is a form of the corpus with its term; a compound also has the terms of its parts.
type numberedForm struct {
	analyse.FormCount
	term  model.TermID
	parts []model.TermID
}

// code writes or reads a form.
func (f *numberedForm) code(c varint.Coder) {
	f.Code(c)
	varint.Number(c, &f.term)
	varint.Numbers(c, &f.parts, math.MaxUint32)
}

// addCounts adds counts of forms to those by number.
func addCounts(counts []int, forms *analyse.Forms, list []analyse.FormCount) []int {
	numbers := forms.AddCounts(list)
	counts = append(counts, make([]int, len(forms.Keys)-len(counts))...)
	for i, n := range numbers {
		counts[n] += list[i].Count
	}
	return counts
}

func (s *Stages) sharedID(id string, a, b int) error {
	where := func(split int) string {
		p := s.plan.Splits[split]
		return fmt.Sprintf("%s, bytes %d to %d", p.File, p.Start, p.End)
	}
	return fmt.Errorf("document %q is in %s, and in %s: IDs must not repeat", id, where(a), where(b))
}

// numbers holds the sums that later tasks need.
type numbers struct {
	Documents []int    `json:"documents"` // before each split, and of all
	Chunks    []int    `json:"chunks"`    // likewise
	Ranges    []int    `json:"ranges"`    // first term of each shard of postings, and the number of terms
	Text      int64    `json:"textBytes"`
	Source    int64    `json:"sourceBytes"`
	Skipped   int      `json:"skipped"`
	Bad       int      `json:"bad"`
	Languages []string `json:"languages"`
}

func (s *stageFiles) readNumbers() (n numbers, err error) {
	err = s.readJSON(numbersFile, &n)
	return n, err
}

// Number numbers documents, chunks, forms and terms of all splits of each bundle. It fails if too many records are bad.
func (s *Stages) Number(ctx context.Context) error {
	r, err := s.startMap(ctx)
	if err != nil {
		return err
	}
	if len(s.plan.Bundles) > 0 {
		return numberSet(s, r)
	}
	n, err := s.addReports()
	if err != nil {
		return err
	}
	return s.number(r, n, nil)
}

// number numbers the forms and terms of a bundle. mostly has the common spelling of forms in the corpus of the bundle's
// set.
func (s *Stages) number(r *run, n numbers, mostly map[string]string) error {
	forms, counts := analyse.NewForms(), []int(nil)
	for shard := range s.plan.WordShards {
		list, err := s.readWords(shard)
		if err != nil {
			return err
		}
		useCommonSpelling(list, mostly)
		counts = addCounts(counts, forms, list)
	}
	list := forms.Counts(counts)
	main, err := stem.New(r.Language)
	if err != nil {
		return err
	}
	v := terms.VocabularyOf(counts, forms, analyse.LanguagesOf(main, n.Languages))
	err = s.write(formsFile, func(c varint.Coder) {
		c.W.Int(len(list))
		for i, number := range forms.AddCounts(onlyKeys(list)) {
			f := numberedForm{list[i], v.Term[number], v.Parts[number]}
			f.code(c)
		}
	})
	if err == nil && s.ofSet {
		err = s.write(stemsFile, func(c varint.Coder) { c.Strings(&v.Stems) })
	}
	if err != nil {
		return err
	}
	n.Ranges = v.Ranges(s.plan.Postings)
	return s.writeJSON(numbersFile, n)
}

// onlyKeys returns forms without counts.
func onlyKeys(list []analyse.FormCount) []analyse.FormCount {
	out := make([]analyse.FormCount, len(list))
	for i := range list {
		out[i].Key = list[i].Key
	}
	return out
}

func (s *stageFiles) readWords(shard int) (list []analyse.FormCount, err error) {
	err = s.read(fmt.Sprintf(wordsFile, shard), func(r *varint.Reader) { codeForms(varint.Coder{R: r}, &list) })
	return list, err
}

// write writes a file of the folder.
func (s *stageFiles) write(name string, code func(c varint.Coder)) error {
	var w varint.Writer
	code(varint.Coder{W: &w})
	return s.folder.Write(name, w.Bytes)
}

// read reads a file of the folder from start to end with a function. An error names the file.
func (s *stageFiles) read(name string, read func(r *varint.Reader)) error {
	b, err := s.folder.Read(name)
	if err != nil {
		return err
	}
	r := varint.NewReader(job.Text(b))
	read(r)
	if err := r.Close(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// addReports adds up the reports of all splits.
func (s *Stages) addReports() (n numbers, err error) {
	records := 0
	n.Documents, n.Chunks = []int{0}, []int{0}
	for split := range s.plan.Splits {
		var x splitReport
		if err := s.readJSON(fmt.Sprintf(splitFile, split), &x); err != nil {
			return n, err
		}
		n.Documents = append(n.Documents, n.Documents[split]+x.Documents)
		n.Chunks = append(n.Chunks, n.Chunks[split]+x.Chunks)
		n.Text, n.Source, n.Skipped, n.Bad = n.Text+x.Text, n.Source+x.Source, n.Skipped+x.Skipped, n.Bad+x.Bad
		n.Languages = append(n.Languages, x.Languages...)
		records += x.Records
	}
	slices.Sort(n.Languages)
	n.Languages = slices.Compact(n.Languages)
	switch {
	case float64(n.Bad) > s.plan.MaxBad*float64(records):
		return n, fmt.Errorf("%d of %d records cannot be read, at most %g %% may be bad: %s name them",
			n.Bad, records, 100*s.plan.MaxBad, filepath.Join(s.folder.Dir, "bad-*.jsonl"))
	case n.Documents[len(n.Documents)-1] == 0:
		return n, fmt.Errorf("%w in %v", ErrEmpty, s.plan.Settings.JSONL)
	case n.Text > math.MaxUint32:
		return n, tooLong(n.Text)
	}
	return n, nil
}
