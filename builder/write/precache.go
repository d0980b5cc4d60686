package write

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"mycel/manifest"
)

// Names of the files that keep a bundle for reading offline.
const (
	PrecacheName  = "precache.json"
	RuntimeKeeper = "mycel-sw.js" // the service worker in the runtime files
)

// Precache lists a bundle's files for service workers, in the form of Workbox.
type Precache struct {
	Revision string          `json:"revision"` // of all files
	Core     []precacheEntry `json:"core"`     // manifest, page, client, the smallest engine
	Index    []precacheEntry `json:"index"`    // only the index file, if the bundle has slots: then its packs are in no list
	Text     []precacheEntry `json:"text"`
	Whole    []precacheEntry `json:"whole"` // the full engine, if Core has another
}

type precacheEntry struct {
	URL      string  `json:"url"`      // relative to the list
	Revision *string `json:"revision"` // null if the name changes with the content
}

// addPrecache writes the list of the files added so far, and the service worker with
// the list's revision in front, so that every build has another script.
func (f *Folder) addPrecache(keeper []byte) error {
	list := f.precache()
	b, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	worker := fmt.Appendf(nil, "self.mycelRevision=%q;\n%s", list.Revision, keeper)
	if err := f.addFile(PrecacheName, append(b, '\n')); err != nil {
		return err
	}
	return f.addFile(RuntimeKeeper, worker)
}

// precache lists the files that the manifest has so far. The manifest itself gets the
// revision of the whole list, because its bytes follow from the list.
func (f *Folder) precache() *Precache {
	m := &f.Manifest
	sum := sha256.New()
	for _, file := range m.All()[1:] {
		fmt.Fprintf(sum, "%s %s\n", file.SHA256, file.Path)
	}
	revision := hex.EncodeToString(sum.Sum(nil)[:8])
	engines := m.Engines()
	first := min(1, len(engines))
	index, texts := []manifest.File{m.Index}, []manifest.File(nil)
	for _, file := range m.Packs {
		switch {
		case f.slots: // may be gigabytes
		case file.OfTexts():
			texts = append(texts, file)
		default:
			index = append(index, file)
		}
	}
	list := &Precache{
		Revision: revision, Core: entries(slices.Concat(engines[:first], m.Files)), Index: entries(index),
		Text: entries(texts), Whole: entries(engines[first:]),
	}
	list.Core = append([]precacheEntry{{manifest.Name, &revision}}, list.Core...)
	return list
}

func entries(files []manifest.File) []precacheEntry {
	all := make([]precacheEntry, 0, len(files))
	seen := map[string]bool{} // parts with the same content are one file
	for i, file := range files {
		if seen[file.Path] {
			continue
		}
		seen[file.Path] = true
		entry := precacheEntry{URL: file.Path}
		if !file.Immutable() {
			entry.Revision = &files[i].SHA256
		}
		all = append(all, entry)
	}
	return all
}
