package builder

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"mycel"
	"mycel/builder/atlas"
	"mycel/builder/ingest/document"
	"mycel/builder/llmstxt"
	"mycel/builder/parallel"
	"mycel/builder/shards"
	"mycel/builder/write"
	"mycel/engine/bundle"
)

// writeTexts begins the folder with the texts, which are known before the index is. Texts of
// packed pages are out of memory from then on.
func writeTexts(r *run, a *analysed) (texts *shards.TextBlocks, err error) {
	texts = shards.CutTexts(a.pages, r.MaxFiles)
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
		parts[i] = shards.Shard{Family: bundle.FamilyText, Encode: func(p *bundle.PartWriter) { texts.Shard(i, p) }}
	}
	if texts.Packed() {
		err = writePacks(r, parts)
	} else {
		err = writeParts(r, parts)
	}
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
	r.llms = []mycel.File{list, full}
	return err
}

// writeMap draws the map of the index that is written, if the configuration asks for it.
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
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	file, err := r.folder.Write(atlas.DataName, data)
	r.folder.Manifest.Files = append(r.folder.Manifest.Files, file)
	return err
}

// atOnce is how many parts that are files of their own are in memory at a time.
const atOnce = 128

// writeParts makes parts, compresses and writes them.
func writeParts(r *run, parts []shards.Shard) error {
	for some := range slices.Chunk(parts, atOnce) {
		made, err := makeParts(r, some)
		if err == nil {
			err = r.folder.AddParts(made, len(parts))
		}
		if err != nil {
			return err
		}
	}
	return r.folder.EndParts()
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
			sum, text := write.Digest(content), parts[i].Family == bundle.FamilyText
			made[i] = write.Part{Sum: sum, Packed: r.store.compress(content, ends, sum, text), Bytes: len(content), Text: text}
		}
	})
	return made, r.ctx.Err()
}

// slotSample is how many parts of a family are made to choose the size of its slots.
const slotSample = 1024

// writePacks makes parts of one family, compresses them and writes them in packs.
func writePacks(r *run, parts []shards.Shard) error {
	var sizes []int
	var sample []shards.Shard
	for i := 0; i < len(parts); i += (len(parts) + slotSample - 1) / slotSample {
		sample = append(sample, parts[i])
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
	slot := write.SlotSize(sizes)
	for some := range slices.Chunk(parts, write.PackParts(slot)) {
		made, err := makeParts(r, some)
		if err == nil {
			err = r.folder.AddPack(made, slot)
		}
		if err != nil {
			return err
		}
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
	f.Manifest.Files = append(f.Manifest.Files, r.llms...) // after the page: readers offline need none of them
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

// writeIndex writes the core of the index and its parts.
func writeIndex(r *run, x *indexTables) error {
	cuts, err := x.Cut()
	if err != nil {
		return err
	}
	parts := x.Shards(cuts)
	for first, end := 0, 0; first < len(parts); first = end {
		// Neighbours that are written alike: a family in packs, or all families between these.
		family := x.PackedFamily(parts[first].Family)
		for end = first; end < len(parts) && x.PackedFamily(parts[end].Family) == family; {
			end++
		}
		write := writeParts
		if family != "" {
			write = writePacks
		}
		if err := write(r, parts[first:end]); err != nil {
			return err
		}
	}
	core, ends, err := write.Pack(bundle.Header{
		Engine: r.Version, Language: r.Language, Tokenizer: r.Tokenizer, Counts: x.counts,
	}, x.CoreSections(cuts, parts))
	if err != nil {
		return err
	}
	sum := write.Digest(core)
	r.folder.Manifest.Index, err = r.folder.Write(write.Hashed("index.", sum, ".gz"), r.store.compress(core, ends, sum, false))
	return err
}

// siteRoot returns the way from the bundle to the site that it lies in: "../" for
// a bundle in a folder of the site's root. A bundle elsewhere has result links
// start from itself.
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
