package builder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/builder/intern"
	"mycel/builder/job"
	"mycel/builder/memory"
	"mycel/builder/parallel"
	"mycel/builder/stem"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/builder/varint"
	"mycel/builder/write"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/files"
	"mycel/manifest"
)

// A set is several bundles with common statistics, and a root, which tells a reader which bundles a query needs. The
// root is a bundle whose passages are the bundles of the set. The tasks of a bundle are those of a build of its splits,
// in a folder of its own. The bundles share:
//
//   - the common spelling of words, on which their stems depend, and the languages (Number)
//   - the number of passages, their mean length, and the number of passages with each term (Count)

// Places of the bundles and of the root in the output folder, and of the bundles' tasks in the folder of the tasks.
const (
	bundleName = "bundle-%05d"
	rootName   = "root"
)

// bundleShards is the distance between the numbers of the first shards of two bundles.
const bundleShards = 100_000

// group begins a bundle where the next split would make the bundle before too large.
func (p *stagePlan) group(most int64) {
	size := int64(0)
	for i, s := range p.Splits {
		if size += s.End - s.Start; most > 0 && (i == 0 || size > most) {
			p.Bundles, size = append(p.Bundles, i), s.End-s.Start
		}
	}
	if len(p.Bundles) == 1 {
		p.Bundles = nil
	}
}

// Bundles returns the number of bundles.
func (s *Stages) Bundles() int { return max(1, len(s.plan.Bundles)) }

// Bundle returns the tasks of a bundle.
func (s *Stages) Bundle(i int) (*Stages, error) {
	if err := check("bundle", i, s.Bundles()); err != nil || len(s.plan.Bundles) == 0 {
		return s, err
	}
	of := *s
	of.ofSet, of.name = true, fmt.Sprintf(bundleName, i)
	of.folder.Dir = filepath.Join(s.folder.Dir, of.name)
	end := s.Splits()
	if i+1 < len(s.plan.Bundles) {
		end = s.plan.Bundles[i+1]
	}
	of.plan.Splits, of.plan.Bundles = s.plan.Splits[s.plan.Bundles[i]:end], nil
	of.plan.WordShards = 1 + len(of.plan.Splits)/wordShardSplits
	return &of, os.MkdirAll(of.folder.Dir, 0o755)
}

// ofSplit returns the tasks of a split's bundle, its number there, and the function that takes the records for the
// bundle's shards.
func (s *Stages) ofSplit(split int, emit job.Emit) (*Stages, int, job.Emit, error) {
	if err := check("split", split, s.Splits()); err != nil || len(s.plan.Bundles) == 0 {
		return s, split, emit, err
	}
	i, found := slices.BinarySearch(s.plan.Bundles, split)
	if !found {
		i--
	}
	of, err := s.Bundle(i)
	return of, split - s.plan.Bundles[i], func(shard int, record []byte) error {
		if shard >= bundleShards {
			return fmt.Errorf("%s needs more than %d shards: make smaller bundles", of.name, bundleShards)
		}
		return emit(i*bundleShards+shard, record)
	}, err
}

// ofShard returns the tasks of a shard's bundle, and its number there.
func (s *Stages) ofShard(shard int) (*Stages, int, error) {
	if len(s.plan.Bundles) == 0 {
		return s, shard, nil
	}
	of, err := s.Bundle(shard / bundleShards)
	return of, shard % bundleShards, err
}

// eachBundle calls do for the tasks of each bundle. An error names the bundle.
func (s *Stages) eachBundle(do func(i int, of *Stages) error) error {
	for i := range s.Bundles() {
		of, err := s.Bundle(i)
		if err == nil {
			err = do(i, of)
		}
		if err != nil {
			return fmt.Errorf("bundle %d: %w", i, err)
		}
	}
	return nil
}

// numberSet numbers the words of each bundle.
func numberSet(s *Stages, r *run) error {
	all := make([]numbers, s.Bundles())
	written, forms := map[string]int{}, analyse.NewForms()
	var languages []string
	if err := s.eachBundle(func(i int, of *Stages) (err error) {
		if all[i], err = of.addReports(); err != nil {
			return err
		}
		languages = append(languages, all[i].Languages...)
		return eachForm(of, func(c analyse.FormCount) {
			if len(c.Written) > 0 {
				forms.AddCounts([]analyse.FormCount{c})
				written[c.Key] = 0
			}
		})
	}); err != nil {
		return err
	}
	slices.Sort(languages)
	languages = slices.Compact(languages)
	if err := s.eachBundle(func(_ int, of *Stages) error {
		return eachForm(of, func(c analyse.FormCount) {
			if n, ok := written[c.Key]; ok {
				written[c.Key] = n + c.Count
			}
		})
	}); err != nil {
		return err
	}
	mostly := make(map[string]string, len(written))
	for n, key := range forms.Keys {
		mostly[key] = forms.Mostly(analyse.Form(n), key, written[key])
	}
	return s.eachBundle(func(i int, of *Stages) error {
		all[i].Languages = languages
		return of.number(r, all[i], mostly)
	})
}

// eachForm calls visit for the sums of all shards of words.
func eachForm(s *Stages, visit func(analyse.FormCount)) error {
	for shard := range s.plan.WordShards {
		list, err := s.readWords(shard)
		if err != nil {
			return err
		}
		for _, c := range list {
			visit(c)
		}
	}
	return nil
}

// useCommonSpelling sets the spelling of forms to their common spelling.
func useCommonSpelling(list []analyse.FormCount, mostly map[string]string) {
	for i := range list {
		if written, ok := mostly[list[i].Key]; ok {
			if list[i].Written = nil; written != list[i].Key {
				list[i].Written = []analyse.WrittenCount{{Written: written, Count: 1 << 30}}
			}
		}
	}
}

// readStems reads the terms of a bundle of a set.
func (s *stageFiles) readStems() (stems []string, err error) {
	err = s.read(stemsFile, func(r *varint.Reader) { varint.Coder{R: r}.Strings(&stems) })
	return stems, err
}

// writeLengths writes the sum of the lengths of a split's chunks, for Count.
func writeLengths(s *Stages, split int, lengths []uint32) error {
	if !s.ofSet {
		return nil
	}
	sum := uint64(0)
	for _, n := range lengths {
		sum += uint64(n)
	}
	return s.writeJSON(fmt.Sprintf(lengthsFile, split), sum)
}

// writeDF writes the number of a bundle's passages with each term of a shard, for Count.
func writeDF(s *Stages, shard int, lists *terms.PostingLists) error {
	if !s.ofSet {
		return nil
	}
	return s.writeUints(fmt.Sprintf(dfFile, shard), lists.DF())
}

func (s *stageFiles) writeUints(name string, list []uint32) error {
	return s.write(name, func(c varint.Coder) { varint.Numbers(c, &list, math.MaxUint32) })
}

func (s *stageFiles) readUints(name string) (list []uint32, err error) {
	err = s.read(name, func(r *varint.Reader) { varint.Numbers(varint.Coder{R: r}, &list, math.MaxUint32) })
	return list, err
}

// readDF reads the number of a bundle's passages with each term. Its length is the number of terms.
func (s *stageFiles) readDF(n numbers) (df []uint32, err error) {
	df = make([]uint32, n.Ranges[len(n.Ranges)-1]) // terms before the first range are stop words in no passage
	for shard, first := range n.Ranges[:len(n.Ranges)-1] {
		name := fmt.Sprintf(dfFile, shard)
		list, err := s.readUints(name)
		if err == nil && len(list) != n.Ranges[shard+1]-first {
			err = fmt.Errorf("%s: %w", name, varint.ErrRecord)
		}
		if err != nil {
			return nil, err
		}
		copy(df[first:], list)
	}
	return df, nil
}

// Count adds the statistics that the bundles of a set share, and leaves each bundle its part. It holds all terms of the
// corpus in memory.
func (s *Stages) Count(ctx context.Context) error {
	var (
		table                      = intern.New(0)
		df                         []uint32
		passages, documents, total uint64
	)
	if err := s.eachBundle(func(_ int, of *Stages) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, own, places, err := of.readTerms(table)
		if err != nil {
			return err
		}
		df = append(df, make([]uint32, len(table.All())-len(df))...)
		for i, at := range places {
			df[at] += own[i]
		}
		passages, documents = passages+uint64(n.Chunks[of.Splits()]), documents+uint64(n.Documents[of.Splits()])
		for split := range of.Splits() {
			sum := uint64(0)
			if err := of.readJSON(fmt.Sprintf(lengthsFile, split), &sum); err != nil {
				return err
			}
			total += sum
		}
		return nil
	}); err != nil {
		return err
	}
	if passages > math.MaxUint32 {
		return fmt.Errorf("%d chunks, want at most %d", passages, uint32(math.MaxUint32))
	}
	mean := terms.Mean(total, passages)
	head := []uint32{uint32(passages), uint32(documents), uint32(total) ^ checksum(df), math.Float32bits(mean)}
	return s.eachBundle(func(_ int, of *Stages) error {
		_, _, places, err := of.readTerms(table)
		if err != nil {
			return err
		}
		list := slices.Clone(head)
		for _, at := range places {
			list = append(list, df[at])
		}
		return of.writeUints(sharedFile, list)
	})
}

func checksum(list []uint32) uint32 {
	var w varint.Writer
	for _, n := range list {
		w.Uint(uint64(n))
	}
	return crc32.ChecksumIEEE(w.Bytes)
}

// readTerms reads the terms of a bundle, and for each the number of its passages. places has their numbers in a table.
func (s *stageFiles) readTerms(table *intern.Table) (n numbers, df, places []uint32, err error) {
	if n, err = s.readNumbers(); err != nil {
		return n, nil, nil, err
	}
	stems, err := s.readStems()
	if err != nil {
		return n, nil, nil, err
	}
	if df, err = s.readDF(n); err == nil && len(df) != len(stems) {
		err = fmt.Errorf("%s: %w", stemsFile, varint.ErrRecord)
	}
	return n, df, table.NumberCopies(stems, table.Hashes(stems)), err
}

// readShared reads the statistics that a bundle shares with the others of its set; nil for a bundle that is in no set.
func readShared(s *Stages, numTerms int) (*terms.Set, error) {
	if !s.ofSet {
		return nil, nil
	}
	list, err := s.readUints(sharedFile)
	if err == nil && len(list) != 4+numTerms {
		err = fmt.Errorf("%s: %w", sharedFile, varint.ErrRecord)
	}
	if err != nil {
		return nil, err
	}
	return &terms.Set{Passages: list[0], Documents: list[1], ID: list[2], Mean: math.Float32frombits(list[3]), DF: list[4:]}, nil
}

// forRoot is the data about a bundle that the root needs.
type forRoot struct {
	bounds []uint32 // by term: the highest level there
	factor float32  // greatest factor of a chunk, at least 1
	names  []uint32 // of sections: for each a term, then a hash
}

func makeForRoot(x *indexTables) (out forRoot, err error) {
	if x.Postings.Set == nil {
		return out, nil
	}
	out.bounds = make([]uint32, len(x.Postings.Rows))
	parallel.Do(len(out.bounds), func(t int) {
		for _, p := range x.Postings.Weighed(t, x.Postings.Mean()) {
			out.bounds[t] = max(out.bounds[t], uint32(p.Level))
		}
	})
	out.factor = 1
	for _, factor := range x.Boosts {
		out.factor = max(out.factor, factor)
	}
	names, err := x.SharedNames()
	for _, n := range names {
		out.names = append(out.names, uint32(n.First), uint32(n.Hash))
	}
	return out, err
}

// finished describes a bundle that is in its place.
type finished struct {
	Index  string  `json:"index"`  // file of the bundle
	Factor float32 `json:"factor"` // greatest factor of a chunk, at least 1
}

const finishedFile = "finished.json"

// writeForRoot writes the data that Root needs about a bundle in its place.
func writeForRoot(s *Stages, r *run, x forRoot) error {
	if !s.ofSet {
		return nil
	}
	if err := s.writeUints(boundsFile, x.bounds); err != nil {
		return err
	}
	if err := s.writeUints(namesFile, x.names); err != nil {
		return err
	}
	return s.writeJSON(finishedFile, finished{r.folder.Manifest.Index.Path, x.factor})
}

// Root writes the root of a set whose bundles are finished. It uses the same fields of c as Finish. It holds all words
// of the corpus in memory.
func (s *Stages) Root(ctx context.Context, c Config) (*Report, error) {
	if len(s.plan.Bundles) == 0 {
		return nil, fmt.Errorf("the plan has one bundle, which needs no root")
	}
	defer memory.Relax(c.Memory)()
	planned := s.plan.Settings
	planned.Output, planned.Version, planned.Runtime = filepath.Join(c.Output, rootName), c.Version, c.Runtime
	planned.Memory, planned.Progress, planned.TreeScope = c.Memory, c.Progress, trees.None
	r, err := s.start(ctx, planned)
	if err != nil {
		return nil, err
	}
	defer r.discard()
	if _, err := s.plan.earlierBundles(c.Output, c.Runtime); err != nil { // checked before the work
		return nil, err
	}
	a, err := bundlesAsPages(s, r, c.Output)
	if err != nil {
		return nil, err
	}
	var names []lexical.NameEntry
	if a.postings, names, err = boundsOfBundles(s, ctx, a); err != nil {
		return nil, err
	}
	made, err := makeIndex(r, a)
	if err == nil {
		made.Names = names
		err = writeBundle(r, made)
	}
	if err != nil {
		return r.report, err
	}
	left, err := s.plan.earlierBundles(c.Output, c.Runtime)
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return r.report, err
}

// earlierBundles returns the folders of bundles that an earlier, larger set has left in the output folder, where
// readers would still find them. It refuses a folder with anything but a bundle: nothing else may be removed.
func (s *stagePlan) earlierBundles(output string, runtime fs.FS) (dirs []string, err error) {
	entries, err := os.ReadDir(output)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		var n int
		if _, err := fmt.Sscanf(e.Name(), bundleName, &n); err != nil || e.Name() != fmt.Sprintf(bundleName, n) || n < len(s.Bundles) {
			continue
		}
		dir := filepath.Join(output, e.Name())
		if err := write.CheckOutput(dir, runtime); err != nil {
			return nil, fmt.Errorf("a bundle of an earlier set: %w", err)
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}

// bundlesAsPages returns a page without words for each bundle, and the forms of all of them. It refuses a bundle that
// is not in its place.
func bundlesAsPages(s *Stages, r *run, output string) (a *analysed, err error) {
	from := &sources{}
	var languages []string
	if err := s.eachBundle(func(_ int, of *Stages) error {
		if err := of.InPlace(output); err != nil {
			return err
		}
		n, err := of.readNumbers()
		if err != nil {
			return err
		}
		var made finished
		languages = n.Languages // of all bundles
		err = of.readJSON(finishedFile, &made)
		d := document.Document{ID: of.name, URL: "../" + of.name + "/", Text: ".", Sections: document.OneSection(".")}
		d.Boost = float64(made.Factor)
		from.docs = append(from.docs, d)
		return err
	}); err != nil {
		return nil, err
	}
	if from.stemmer, err = stem.New(r.Language); err != nil {
		return nil, err
	}
	from.languages = analyse.LanguagesOf(from.stemmer, languages)
	if a, err = analysePages(r, from); err != nil {
		return nil, err
	}
	a.counts = terms.CountForms(a.pages, a.forms)
	return a, s.eachBundle(func(_ int, of *Stages) (err error) {
		a.counts, err = of.loadForms(a.counts, a.forms)
		return err
	})
}

// InPlace returns nil if the bundle of a set is in its place in the output folder, and otherwise the reason.
func (s *Stages) InPlace(output string) error {
	var made finished
	if err := s.readJSON(finishedFile, &made); err != nil {
		return err
	}
	path := filepath.Join(output, s.name, manifest.Name)
	content, err := files.Read(path, files.Most)
	if err != nil {
		return fmt.Errorf("%w: run its finish", err)
	}
	var m manifest.Manifest
	if err := json.Unmarshal(content, &m); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if m.Index.Path != made.Index {
		return fmt.Errorf("%s names %s, want %s: run its finish again", path, m.Index.Path, made.Index)
	}
	return nil
}

// boundsOfBundles lists, for each term, the bundles that have it, with their bounds instead of occurrences; and for
// each name the bundles with a section of that name.
func boundsOfBundles(s *Stages, ctx context.Context, a *analysed) (*terms.PostingLists, []lexical.NameEntry, error) {
	all := terms.VocabularyOf(a.counts, a.forms, a.languages).Stems
	lists := terms.NewPostingLists(len(all))
	set := &terms.Set{DF: make([]uint32, len(all)), Bundles: uint32(s.Bundles())}
	lists.Set = set
	var names []lexical.NameEntry
	err := s.eachBundle(func(bundle int, of *Stages) error {
		stems, err := of.readStems()
		if err != nil {
			return err
		}
		shared, err := readShared(of, len(stems))
		if err != nil {
			return err
		}
		bounds, err := of.readUints(boundsFile)
		if err == nil && len(bounds) != len(stems) {
			err = fmt.Errorf("%s: %w", boundsFile, varint.ErrRecord)
		}
		if err != nil {
			return err
		}
		named, err := of.readUints(namesFile)
		if err != nil {
			return err
		}
		set.Passages, set.Documents, set.ID, set.Mean = shared.Passages, shared.Documents, shared.ID, shared.Mean
		at := 0
		for i, stem := range stems {
			for at < len(all) && all[at] < stem {
				at++
			}
			if at == len(all) || all[at] != stem {
				return fmt.Errorf("%s has %q, which no bundle has as a word: run number again", stemsFile, stem)
			}
			set.DF[at] = shared.DF[i]
			for ; len(named) > 1 && int(named[0]) == i; named = named[2:] {
				names = append(names, lexical.NameEntry{Name: lexical.Name{First: model.TermID(at), Hash: uint64(named[1])}, Section: uint32(1 + bundle)})
			}
			if bounds[i] > 0 {
				lists.AddTerm(model.TermID(at), bounds[i], 1)
			}
		}
		lists.Next()
		return ctx.Err()
	})
	return lists.Done(), names, err
}
