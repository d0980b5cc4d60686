package builder

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"mycel/builder/analyse"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/job"
	"mycel/builder/memory"
	"mycel/builder/order"
	"mycel/builder/parallel"
	"mycel/builder/stem"
	"mycel/builder/terms"
	"mycel/builder/varint"
	"mycel/engine/model"
)

// MapPostings indexes the pages of a split. It leaves the pages in the folder, with the corpus numbers of their
// words, and emits postings by shards of terms.
func (s *Stages) MapPostings(ctx context.Context, split int, emit job.Emit) error {
	s, split, emit, err := s.ofSplit(split, emit)
	if err != nil {
		return err
	}
	n, err := s.readNumbers()
	if err != nil {
		return err
	}
	pages, owns, err := s.readPages(split)
	if err != nil {
		return err
	}
	forms := analyse.NewForms()
	for i, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.JoinWords(owns[i], forms)
	}
	numbers, termOf, partsOf, err := s.numberForms(forms.Keys)
	if err != nil {
		return err
	}
	v, list := terms.LocalVocabulary(termOf, partsOf)
	lists := terms.ChunkPostings(pages, v)
	if err := s.writeJoined(split, pages, owns, numbers, lists.Length); err != nil {
		return err
	}
	if err := writeLengths(s, split, lists.Length); err != nil {
		return err
	}
	shards := make([]*job.Sender, len(n.Ranges)-1)
	for i := range shards {
		shards[i] = job.NewSender(split, i, emit)
	}
	shard := 0
	for i, t := range list {
		if lists.Rows[i].N == 0 {
			continue
		}
		for int(t) >= n.Ranges[shard+1] {
			shard++
		}
		to := shards[shard]
		to.Uint(uint64(t))
		lists.RecordRow(&to.Writer, i)
		if err := to.Next(); err != nil {
			return err
		}
	}
	return closeAll(shards)
}

// readPages reads the pages of a split, and their strings.
func (s *Stages) readPages(split int) (pages []*analyse.Page, owns []analyse.Own, err error) {
	err = s.read(fmt.Sprintf(pagesFile, split), func(r *varint.Reader) {
		docs, records := make([]document.Document, r.Count()), []string(nil)
		for i := range docs {
			d := varint.NewReader(r.String())
			docs[i].ReadRecord(d)
			if d.Close() != nil {
				r.Fail()
			}
			records = append(records, r.String())
		}
		for i := range docs {
			x := varint.NewReader(records[i])
			p, o := analyse.ReadPage(x, &docs[i])
			if x.Close() != nil {
				r.Fail()
			}
			pages, owns = append(pages, p), append(owns, o)
		}
	})
	return pages, owns, err
}

// numberForms returns the corpus numbers of a split's forms, their terms, and the terms of the parts of compounds.
// It streams the vocabulary: only the forms of the split are in memory.
func (s *stageFiles) numberForms(keys []string) (numbers []analyse.Form, of []model.TermID, parts map[analyse.Form][]model.TermID, err error) {
	numbers, of, parts = make([]analyse.Form, len(keys)), make([]model.TermID, len(keys)), map[analyse.Form][]model.TermID{}
	wanted := order.By(len(keys), func(i int) string { return keys[i] })
	err = s.read(formsFile, func(r *varint.Reader) {
		for n := range r.Count() {
			var f numberedForm
			if f.code(varint.Coder{R: r}); len(wanted) == 0 || f.Key != keys[wanted[0]] {
				continue
			}
			if len(f.parts) > 0 {
				parts[analyse.Form(wanted[0])] = f.parts
			}
			numbers[wanted[0]], of[wanted[0]] = analyse.Form(n), f.term
			wanted = wanted[1:]
		}
	})
	if err != nil {
		return nil, nil, nil, err
	}
	if len(wanted) > 0 {
		return nil, nil, nil, fmt.Errorf("%s lacks the word %q: reduce the words again", formsFile, keys[wanted[0]])
	}
	return numbers, of, parts, nil
}

// writeJoined writes the lengths of the chunks, and the pages with numbers of the corpus for their words.
func (s *Stages) writeJoined(split int, pages []*analyse.Page, owns []analyse.Own, numbers []analyse.Form, lengths []uint32) error {
	var w, doc, page varint.Writer
	w.Int(len(lengths))
	for _, n := range lengths {
		w.Uint(uint64(n))
	}
	w.Int(len(pages))
	for i, p := range pages {
		doc.Bytes, page.Bytes = doc.Bytes[:0], page.Bytes[:0]
		p.Doc.Record(&doc)
		p.Renumber(numbers)
		p.RecordJoined(&page, owns[i])
		w.String(string(doc.Bytes))
		w.String(string(page.Bytes))
	}
	return s.folder.Write(fmt.Sprintf(joinedFile, split), w.Bytes)
}

// ReducePostings joins the rows of a shard's terms from all splits, which come in any order, and leaves them in the
// folder.
func (s *Stages) ReducePostings(shard int, records [][]byte) error {
	s, shard, err := s.ofShard(shard)
	if err != nil {
		return err
	}
	n, err := s.readNumbers()
	if err == nil {
		err = check("shard", shard, len(n.Ranges)-1)
	}
	if err != nil {
		return err
	}
	received, err := job.Receive(shard, s.Splits(), records)
	if err != nil {
		return err
	}
	first, end := n.Ranges[shard], n.Ranges[shard+1]
	lists := terms.NewPostingLists(end - first)
	for _, part := range received {
		r := varint.NewReader(part.Items)
		for !r.AtEnd() {
			t := r.Int()
			if t < first || t >= end {
				r.Fail()
				break
			}
			lists.AppendRow(r, t-first, uint32(n.Chunks[part.Split]))
		}
		if err := r.Close(); err != nil {
			return fmt.Errorf("postings of split %d: %w", part.Split, err)
		}
	}
	if err := writeDF(s, shard, lists); err != nil {
		return err
	}
	return s.folder.Write(fmt.Sprintf(postingsFile, shard), lists.EncodeRows())
}

// Finish makes the bundle from the pages and the postings. From c it uses Output, Sink, Version, Runtime, LLMs,
// Map, Memory and Progress; the plan has all other settings. On any error the output folder stays as it was.
func (s *Stages) Finish(ctx context.Context, c Config) (*Report, error) {
	defer memory.Relax(c.Memory)()
	planned := s.plan.Settings
	planned.Output, planned.Sink, planned.Version, planned.Runtime = c.Output, c.Sink, c.Version, c.Runtime
	planned.LLMs, planned.Map, planned.Memory, planned.Progress = c.LLMs, c.Map, c.Memory, c.Progress
	if len(s.plan.Bundles) > 0 {
		return nil, fmt.Errorf("the plan has %d bundles: finish each by itself", len(s.plan.Bundles))
	}
	if s.ofSet && c.Output != "" {
		planned.Output = filepath.Join(c.Output, s.name)
	}
	r, err := s.start(ctx, planned)
	if err != nil {
		return nil, err
	}
	defer r.discard()
	var toRoot forRoot
	var (
		pages *analysed
		made  *indexTables
	)
	if err := r.do(
		stage{"loading", func() (err error) { pages, err = s.loadPages(r); return err }},
		stage{"indexing", func() (err error) { made, err = makeIndex(r, pages); return err }},
		stage{"bounding", func() (err error) { toRoot, err = makeForRoot(made); return err }},
		stage{"writing", func() error { pages = nil; return writeBundle(r, made) }},
		stage{"noting", func() error { return writeForRoot(s, r, toRoot) }},
	); err != nil {
		return nil, err
	}
	return r.report, s.folder.Tidy()
}

// loadPages reads the results of all other tasks. Texts, words of pages and postings stay in the files.
func (s *Stages) loadPages(r *run) (*analysed, error) {
	n, err := s.readNumbers()
	if err != nil {
		return nil, err
	}
	r.report.Text, r.report.Source, r.report.Skipped, r.report.Faulty = n.Text, n.Source, n.Skipped, n.Bad
	from := &sources{docs: make([]document.Document, n.Documents[s.Splits()])}
	for _, of := range []struct{ file, sum string }{{r.Synonyms, s.plan.Synonyms}, {r.Names, s.plan.Names}} {
		if now, err := sumFile(of.file); err != nil || now != of.sum {
			return nil, cmp.Or(err, fmt.Errorf("%s has changed since the plan was made: make a new plan in a new folder", of.file))
		}
	}
	if err := from.readLists(r); err != nil {
		return nil, err
	}
	if from.stemmer, err = stem.New(r.Language); err != nil {
		return nil, err
	}
	from.languages = analyse.LanguagesOf(from.stemmer, n.Languages)
	from.languages.Stop = terms.StopWords(from.synonyms)
	a := newAnalysed(r, from)
	if a.counts, err = s.loadForms(nil, a.forms); err != nil {
		return nil, err
	}
	if a.postings, err = s.loadPostings(n); err != nil {
		return nil, err
	}
	if a.postings.Set, err = readShared(s, len(a.postings.Rows)); err != nil {
		return nil, err
	}
	errs := make([]error, s.Splits())
	var done parallel.Counter
	parallel.Each(s.Splits(), func() func(int) {
		var packer analyse.Packer
		return func(split int) {
			if errs[split] = r.ctx.Err(); errs[split] == nil {
				errs[split] = s.loadSplit(a, split, n, &packer)
			}
			done.Add(func(k int) { r.progress(k, s.Splits()) })
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	r.siteName = ingest.SiteName(from.docs)
	return a, nil
}

// loadForms adds the forms of the corpus to those of a table. In an empty table the number of a form is its place
// in the file.
func (s *stageFiles) loadForms(counts []int, forms *analyse.Forms) ([]int, error) {
	var list []analyse.FormCount
	err := s.read(formsFile, func(r *varint.Reader) {
		list = make([]analyse.FormCount, r.Count())
		for i := range list {
			var f numberedForm
			f.code(varint.Coder{R: r})
			list[i] = f.FormCount
		}
	})
	if err != nil {
		return nil, err
	}
	return addCounts(counts, forms, list), nil
}

// loadPostings reads the rows of all terms. loadSplit reads the lengths of the chunks.
func (s *Stages) loadPostings(n numbers) (*terms.PostingLists, error) {
	lists := terms.NewPostingLists(n.Ranges[len(n.Ranges)-1])
	lists.Length = make([]uint32, n.Chunks[s.Splits()])
	for shard, first := range n.Ranges[:len(n.Ranges)-1] {
		name := fmt.Sprintf(postingsFile, shard)
		b, err := s.folder.Read(name)
		if err != nil {
			return nil, err
		}
		if !lists.ReadRows(b, first, n.Ranges[shard+1]-first) {
			return nil, fmt.Errorf("%s: %w", name, varint.ErrRecord)
		}
	}
	return lists.Done(), nil
}

// loadSplit reads the pages of a split.
func (s *Stages) loadSplit(a *analysed, split int, n numbers, packer *analyse.Packer) error {
	return s.read(fmt.Sprintf(joinedFile, split), func(r *varint.Reader) {
		lengths := a.postings.Length[n.Chunks[split]:n.Chunks[split+1]]
		if r.Int() != len(lengths) {
			r.Fail()
		}
		for i := range lengths {
			lengths[i] = uint32(r.Uint())
		}
		if r.Int() != n.Documents[split+1]-n.Documents[split] {
			r.Fail()
		}
		for i := n.Documents[split]; i < n.Documents[split+1]; i++ {
			doc, page := varint.NewReader(r.String()), varint.NewReader(r.String())
			a.docs[i].ReadRecord(doc)
			p, own := analyse.ReadJoined(page, &a.docs[i])
			if doc.Close() != nil || page.Close() != nil {
				r.Fail()
				break
			}
			p.JoinCandidates(own, a.strings)
			packer.PackCandidates(p)
			a.pages[i] = p
		}
	})
}
