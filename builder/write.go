package builder

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"mycel/builder/atlas"
	"mycel/builder/givengraph"
	"mycel/builder/ingest/document"
	"mycel/builder/llmstxt"
	"mycel/builder/parallel"
	"mycel/builder/shards"
	"mycel/builder/write"
	"mycel/engine/bundle"
	"mycel/manifest"
)

// writeTexts begins the folder with the texts, which are known before the index. Afterwards the texts of packed pages
// are out of memory.
func writeTexts(r *run, a *analysed) (texts *shards.TextBlocks, err error) {
	texts = shards.CutTexts(a.pages, a.large)
	if r.Sink != nil {
		r.folder = write.NewSink(r.Sink, r.Version)
	} else if r.folder, err = write.NewFolder(r.Output, r.Version); err != nil {
		return nil, err
	}
	if err := r.writeLLMs(a.docs); err != nil {
		return nil, err
	}
	parts := make([]shards.Shard, texts.Len())
	for i := range parts {
		parts[i] = shards.Shard{Group: bundle.GroupText, Encode: func(p *bundle.PartWriter) { texts.Shard(i, p) }}
	}
	if texts.Slotted() {
		err = writeSlots(r, manifest.TextPacks, sequence{0, parts})
	} else {
		err = writeRun(r, manifest.TextPacks, sequence{0, parts})
	}
	err = cmp.Or(err, r.folder.EndPack())
	texts.Pages = nil
	if r.packs() {
		for i := range a.docs {
			a.docs[i].Text = ""
		}
	}
	return texts, err
}

// writeLLMs writes the files for language models, if the configuration asks for them. The texts
// of all documents must be in memory.
func (r *run) writeLLMs(docs []document.Document) error {
	if !r.LLMs {
		return nil
	}
	root := r.siteRoot()
	list, err := r.folder.Write(llmstxt.ListName, llmstxt.List(docs, root, r.Language))
	if err != nil {
		return err
	}
	full, err := r.folder.Write(llmstxt.FullName, llmstxt.Full(docs, root, r.Language))
	r.llms = []manifest.File{list, full}
	return err
}

// writeMap writes the map of the finished index, if the configuration asks for it.
func (r *run) writeMap() error {
	if !r.Map {
		return nil
	}
	b, err := r.folder.Open()
	if err != nil {
		return err
	}
	m, err := atlas.Make(r.ctx, b)
	if err != nil {
		return fmt.Errorf("the map: %w", err)
	}
	return writeData(r.folder, atlas.DataName, m)
}

// writeData writes a file of the bundle that no engine reads.
func writeData(f *write.Folder, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	file, err := f.Write(name, data)
	f.Manifest.Files = append(f.Manifest.Files, file)
	return err
}

// sequence is parts with successive numbers.
type sequence struct {
	first int
	parts []shards.Shard
}

// atOnce is the number of parts that are in memory at a time.
const atOnce = 128

// writeRun makes the parts of sequences of the same length, and compresses them. It writes parts with the same place in
// their sequences together.
func writeRun(r *run, kind string, turns ...sequence) error {
	for first, n := 0, len(turns[0].parts); first < n; first += atOnce {
		var some []shards.Shard
		for at := first; at < min(n, first+atOnce); at++ {
			for _, t := range turns {
				some = append(some, t.parts[at])
			}
		}
		made, err := makeParts(r, some)
		if err != nil {
			return err
		}
		for at := first; len(made) > 0; at++ {
			var ids []int
			for _, t := range turns {
				ids = append(ids, t.first+at)
			}
			if err := r.folder.AddParts(kind, ids, made[:len(turns)]); err != nil {
				return err
			}
			made = made[len(turns):]
		}
	}
	return nil
}

// makeParts makes parts and compresses them.
func makeParts(r *run, parts []shards.Shard) ([]write.Part, error) {
	made := make([]write.Part, len(parts))
	parallel.Each(len(parts), func() func(int) {
		var p bundle.PartWriter
		return func(i int) {
			if r.ctx.Err() != nil {
				return
			}
			p.Reset()
			parts[i].Encode(&p)
			content, ends := p.Part()
			sum, text := write.Digest(content), parts[i].Group == bundle.GroupText
			made[i] = write.Part{Packed: r.store.compress(content, ends, sum, text), Bytes: len(content)}
		}
	})
	return made, r.ctx.Err()
}

// slotSample is the number of a group's parts that are made to choose the size of its slots.
const slotSample = 1024

// writeSlots makes parts of one group, compresses them and writes them in slots.
func writeSlots(r *run, kind string, of sequence) error {
	var sizes []int
	var sample []shards.Shard
	for i := 0; i < len(of.parts); i += (len(of.parts) + slotSample - 1) / slotSample {
		sample = append(sample, of.parts[i])
	}
	for some := range slices.Chunk(sample, atOnce) {
		made, err := makeParts(r, some)
		if err != nil {
			return err
		}
		for _, p := range made {
			sizes = append(sizes, len(p.Packed))
		}
	}
	slot, first := write.SlotSize(sizes), of.first
	for some := range slices.Chunk(of.parts, write.SlotParts(slot)) {
		made, err := makeParts(r, some)
		if err == nil {
			err = r.folder.AddSlots(kind, first, made, slot)
		}
		if err != nil {
			return err
		}
		first += len(some)
	}
	return nil
}

// writeBundle completes the bundle and puts it in place.
func writeBundle(r *run, x *indexTables) error {
	f := r.folder
	var runtime errgroup.Group
	runtime.Go(func() error { return f.AddRuntime(r.Runtime, x.hasVectors) })
	err := writeIndex(r, x)
	if failed := runtime.Wait(); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	r.store.close()
	if err := f.AddPage(r.siteRoot(), r.siteName, r.Language, r.Runtime); err != nil {
		return err
	}
	f.Manifest.Files = append(f.Manifest.Files, r.llms...) // behind the page: readers offline do not need them
	if len(r.statements) > 0 {
		if err := writeData(r.folder, givengraph.DataName, r.statements); err != nil {
			return err
		}
	}
	if err := r.writeMap(); err != nil {
		return err
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.report.Files, r.report.Bytes, err = f.Commit(r.Runtime)
	r.report.FirstQuery = f.FirstQuery()
	return err
}

// writeIndex writes the parts of the index, and the index file.
func writeIndex(r *run, x *indexTables) error {
	cuts, err := x.Cut()
	if err != nil {
		return err
	}
	all := x.Shards(cuts)
	groups := map[string]sequence{}
	for first, end := 0, 0; first < len(all); first = end {
		for end = first; end < len(all) && all[end].Group == all[first].Group; {
			end++
		}
		groups[all[first].Group] = sequence{x.Texts.Len() + first, all[first:end]}
	}
	inside, first := takeFirst(x, groups)
	if of, apart := groups[bundle.GroupOutline]; apart {
		if err := cmp.Or(writeRun(r, manifest.IndexPacks, of), r.folder.EndPack()); err != nil {
			return err
		}
		delete(groups, bundle.GroupOutline)
		rest := &r.folder.Manifest.Rest
		rest.First = len(rest.Names) / manifest.PackNameBytes
	}
	for _, name := range bundle.Groups() {
		of, there := groups[name]
		switch {
		case !there || x.ReadTogether(name) && len(groups[bundle.GroupTerms].parts) > 0:
		case x.Slotted(name):
			err = writeSlots(r, manifest.IndexPacks, of)
		case name == bundle.GroupTerms && x.ReadTogether(bundle.GroupEntities) && len(groups[bundle.GroupEntities].parts) > 0:
			err = writeRun(r, manifest.IndexPacks, of, groups[bundle.GroupEntities])
		default:
			err = writeRun(r, manifest.IndexPacks, of)
		}
		if err != nil {
			return err
		}
	}
	if err := r.folder.EndPack(); err != nil {
		return err
	}
	core, ends, err := write.Pack(bundle.Header{
		Engine: r.Version, Language: r.Language, Tokenizer: r.Tokenizer, Counts: x.counts,
	}, x.CoreSections(cuts, all))
	if err != nil {
		return err
	}
	return r.folder.AddIndex(core, ends, inside, first, func(content []byte, ends []int, sum string) []byte {
		return r.store.compress(content, ends, sum, false)
	})
}

// Limits of the parts in the index file.
const (
	mostInside  = 64 << 10 // bytes
	partsInside = 64       // of a group
)

// takeFirst takes the groups that lie in the index file. These are the groups that first queries read, or all groups,
// if they are small.
func takeFirst(x *indexTables, groups map[string]sequence) (inside manifest.Pack, content []byte) {
	contents := func(name string) (lengths []int, content []byte) {
		var w bundle.PartWriter
		for _, p := range groups[name].parts {
			w.Reset()
			p.Encode(&w)
			b, _ := w.Part()
			lengths, content = append(lengths, len(b)), append(content, b...)
		}
		return lengths, content
	}
	take := func(name string, lengths []int, part []byte) {
		inside.Runs = append(inside.Runs, manifest.Run{Firsts: []int{groups[name].first}, Count: len(lengths), Lengths: lengths})
		content = append(content, part...)
		delete(groups, name)
	}
	size := 0
	for _, name := range x.InFirst() {
		if n := len(groups[name].parts); n == 0 || n > partsInside && name != bundle.GroupOutline || x.Slotted(name) {
			continue
		}
		lengths, part := contents(name)
		switch {
		case name == bundle.GroupOutline && len(part) > x.Postings.Sizes.Outline:
			size += len(part)
		case size+len(part) <= mostInside:
			take(name, lengths, part)
			size += len(part)
		}
	}
	// The other parts of a small index are not worth a request.
	type encoded struct {
		name    string
		lengths []int
		content []byte
	}
	var rest []encoded
	for _, name := range bundle.Groups() {
		size += len(groups[name].parts) / partsInside * mostInside
		if _, there := groups[name]; there && size <= mostInside {
			lengths, part := contents(name)
			rest, size = append(rest, encoded{name, lengths, part}), size+len(part)
		}
	}
	if size <= mostInside {
		for _, of := range rest {
			take(of.name, of.lengths, of.content)
		}
	}
	inside.Bytes = len(content)
	return inside, content
}

// siteRoot returns the relative path from the bundle to the root of its site: "../" for a bundle in a folder of the
// root. Result links of a bundle outside the site start from the bundle itself.
func (r *run) siteRoot() string {
	for _, site := range r.Site {
		if r.Sink != nil {
			break
		}
		from, err1 := filepath.Abs(r.Output)
		to, err2 := filepath.Abs(site)
		if err1 != nil || err2 != nil {
			continue
		}
		if up, err := filepath.Rel(from, to); err == nil && strings.Trim(filepath.ToSlash(up), "./") == "" {
			return strings.TrimSuffix(filepath.ToSlash(up), "/") + "/"
		}
	}
	return "./"
}
