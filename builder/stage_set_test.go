package builder

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/job"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/query"
	"mycel/internal/must"
	"mycel/manifest"
)

// setLines writes passages without copies. Some have letters beyond ASCII, most of them written otherwise in
// a few passages, and words of one passage alone.
func setLines(t *testing.T, seed uint64, n int) (file string, words, titles []string) {
	passages, _ := synth.Corpus(seed, 2*n, 0)
	passages, more := passages[:n], passages[n:]
	var lines []any
	for i, p := range passages {
		text := p.Text + fmt.Sprintf(" Rare%d.", i)
		switch {
		case i == 5:
			text += " Skies."
		case i == n-5:
			text += " Sky."
		case i%7 == 2 && i < n*3/4:
			text += " A résumé of the Café Müller."
		case i%7 == 3 && i >= n*3/4:
			text += " A resume of the cafe Muller."
		case i%7 == 4:
			for _, m := range more[max(0, i-7):i] { // no other has these
				text += "\n\n" + m.Text
			}
		}
		lines = append(lines, map[string]any{"_id": p.ID, "title": p.Title, "text": text})
		words, titles = append(words, strings.Fields(text)...), append(titles, p.Title)
	}
	return writeLines(t, lines...), words, titles
}

// makeSet runs all tasks of a set but Root, bundles in a random order.
func makeSet(t *testing.T, c Config, o StageOptions, rng *rand.Rand, out string) *Stages {
	t.Helper()
	s := must.Get(PlanStages(c, t.TempDir(), o))(t)
	ctx := context.Background()
	words, postings := shuffled{}, shuffled{}
	for _, split := range rng.Perm(s.Splits()) {
		must.OK(t, s.MapPages(ctx, split, words.emit))
	}
	words.mix(rng)
	for shard, records := range words {
		must.OK(t, s.ReduceWords(shard, records))
	}
	must.OK(t, s.Number(ctx))
	for _, split := range rng.Perm(s.Splits()) {
		must.OK(t, s.MapPostings(ctx, split, postings.emit))
	}
	postings.mix(rng)
	for shard, records := range postings {
		must.OK(t, s.ReducePostings(shard, records))
	}
	must.OK(t, s.Count(ctx))
	for _, i := range rng.Perm(s.Bundles()) {
		b := must.Get(s.Bundle(i))(t)
		must.Get(b.Finish(ctx, Config{Output: out}))(t)
	}
	return s
}

// setReader asks a set as the client does.
type setReader struct {
	root    *mycel.Bundle
	bundles map[uint32]*mycel.Bundle
	dir     string
}

func openSet(t *testing.T, dir string) *setReader {
	root := mustOpen(t, filepath.Join(dir, rootName))
	return &setReader{root, map[uint32]*mycel.Bundle{}, dir}
}

// search returns the k best hits of the set, and how many bundles were asked.
func (s *setReader) search(t *testing.T, given string, k int, read query.Tolerance) (hits []answer.Hit, asked int) {
	t.Helper()
	ctx := context.Background()
	o := engine.Options{Mode: "bm25", Options: method.Options{K: k, Read: read}}
	found := must.Get(s.root.Search(ctx, given, o))(t)
	var ok bool
	if o.Read.Shared, ok = query.ParseShared(found.Shared); !ok {
		t.Fatalf("%q: %q", given, found.Shared)
	}
	type from struct {
		answer.Hit
		bundle uint32
	}
	var all []from
	best := float32(0)
	for _, b := range found.Bundles {
		if len(all) >= k && b.Score < all[k-1].Score && all[k-1].Why.Exact == "" {
			break
		}
		if s.bundles[b.ID] == nil {
			s.bundles[b.ID] = must.Get(mycel.Open(filepath.Join(s.dir, fmt.Sprintf(bundleName, b.ID))))(t)
		}
		asked++
		r := must.Get(s.bundles[b.ID].Search(ctx, given, o))(t)
		if best = max(best, r.Best); r.Best > b.Score {
			t.Errorf("%q: a passage of bundle %d has the score %v, and the bound is %v", given, b.ID, r.Best, b.Score)
		}
		for _, h := range r.Hits {
			all = append(all, from{h, b.ID})
		}
		slices.SortStableFunc(all, func(a, b from) int {
			exact := func(h from) int { return -len(h.Why.Exact) } // heading, title, code
			return cmp.Or(cmp.Compare(exact(a), exact(b)), cmp.Compare(b.Score, a.Score), cmp.Compare(a.bundle, b.bundle))
		})
	}
	for _, h := range all[:min(k, len(all))] {
		if h.Why.Exact == "" {
			h.Score /= best
		}
		hits = append(hits, h.Hit)
	}
	return hits, asked
}

// ranking names hits, and their passages if texts is set.
func ranking(hits []answer.Hit, texts bool) (out []string) {
	for _, h := range hits {
		name := fmt.Sprint(h.Document, " ", h.Score, " ", h.Why.Exact)
		if texts {
			name += " " + h.Excerpt.Text
		}
		out = append(out, name)
	}
	return out
}

// A set ranks by words as one bundle of its passages does: the same passages, order and scores.
func TestSetRanksAsOneBundle(t *testing.T) {
	file, words, titles := setLines(t, 11, 400)
	c := Config{JSONL: []string{file}, Language: "en", ChunkTokens: 60, Output: filepath.Join(t.TempDir(), "one")}
	mustBuild(t, c)
	one := mustOpen(t, c.Output)
	read := query.Tolerance{Prefix: query.CompleteNever, NoTypos: true}
	for _, size := range []int64{20_000, 60_000, 150_000} {
		rng := rand.New(rand.NewPCG(3, 4))
		out := t.TempDir()
		c.Output = ""
		s := makeSet(t, c, StageOptions{SplitBytes: 9_000, BundleBytes: size}, rng, out)
		must.Get(s.Root(context.Background(), Config{Output: out}))(t)
		set := openSet(t, out)
		queries := []string{"cafe muller", "Café Müller", "the", "Rare7", "Rare7 Rare311 cafe", "resume", "skies", "sky", "unheardof cafe", "muller -cafe", `"cafe muller"`}
		for range 150 {
			var query []string
			for range 1 + rng.IntN(5) {
				query = append(query, words[rng.IntN(len(words))])
			}
			queries = append(queries, strings.Join(query, " "))
		}
		for i, title := range titles[:40] {
			queries = append(queries, title, fmt.Sprint(title, " Rare", 390-i))
		}
		asked, all := 0, 0
		for _, query := range queries {
			k := 1 + rng.IntN(20)
			want := must.Get(one.Search(context.Background(), query, engine.Options{Mode: "bm25", Options: method.Options{K: k, Read: read}}))(t)
			got, n := set.search(t, query, k, read)
			// Of passages of one document with the same score, the first of the K best is raised: of each bundle, or of all.
			texts := strings.Contains(query, " Rare")
			must.Equal(t, ranking(got, texts), ranking(want.Hits, texts), "%d bundles, %q, k = %d", s.Bundles(), query, k)
			asked, all = asked+n, all+s.Bundles()
		}
		t.Logf("%d bundles: %d queries ask %.2f of them", s.Bundles(), len(queries), float64(asked)/float64(all))
		must.Be(t, asked != all && s.Bundles() >= 2, "%d bundles: all are asked", s.Bundles())
	}
}

// A finish or a root that dies or runs again changes nothing, and a root is of bundles that are there.
func TestSetRunsAgain(t *testing.T) {
	file, _, _ := setLines(t, 12, 60)
	c, out := Config{JSONL: []string{file}, Language: "en"}, t.TempDir()
	s := makeSet(t, c, StageOptions{SplitBytes: 4_000, BundleBytes: 12_000}, rand.New(rand.NewPCG(5, 6)), out)
	ctx, stop := context.WithCancel(context.Background())
	refused := func(do func(context.Context) error, ctx context.Context, wants ...string) {
		t.Helper()
		err := do(ctx)
		for _, want := range wants {
			must.Say(t, err, want)
		}
	}
	root := func(ctx context.Context) error { _, err := s.Root(ctx, Config{Output: out}); return err }
	last := must.Get(s.Bundle(s.Bundles() - 1))(t)
	finish := func(ctx context.Context) error { _, err := last.Finish(ctx, Config{Output: out}); return err }
	must.OK(t, root(ctx))
	before := must.Tree(t, out)
	stop()
	refused(root, ctx, context.Canceled.Error())
	refused(finish, ctx, context.Canceled.Error())
	ctx = context.Background()
	must.Be(t, must.Err(last.Finish(ctx, Config{Sink: func(path string, _ []byte) error {
		if path == manifest.Name {
			return errors.New("the disk is full")
		}
		return nil
	}})) != nil, "a bundle without a manifest is finished")
	for range 2 {
		must.OK(t, errors.Join(finish(ctx), root(ctx)))
	}
	same(t, "after failures", before, must.Tree(t, out))

	listed := filepath.Join(out, last.name, manifest.Name)
	content := before[strings.TrimPrefix(listed, out+"/")]
	for what, wrong := range map[string]string{"run its finish": "", "unexpected end": "{", "run its finish again": `{"index": {"path": "index.0.gz"}}`} {
		must.OK(t, os.Remove(listed))
		if wrong != "" {
			must.OK(t, os.WriteFile(listed, []byte(wrong), 0o600))
		}
		refused(root, ctx, listed, what, fmt.Sprint("bundle ", s.Bundles()-1))
		must.OK(t, os.WriteFile(listed, []byte(content), 0o600))
	}
	must.OK(t, os.Remove(filepath.Join(last.folder.Dir, finishedFile)))
	refused(root, ctx, finishedFile+" is missing: run its task")
	must.OK(t, os.Remove(filepath.Join(last.folder.Dir, sharedFile)))
	refused(finish, ctx, filepath.Join(last.folder.Dir, sharedFile)+" is missing: run its task")
	must.Be(t, must.Err(s.Bundle(s.Bundles())) != nil, "there is a bundle too many")
	refused(func(ctx context.Context) error { _, err := s.Finish(ctx, Config{Output: out}); return err }, ctx, "finish each by itself")
}

// Bundles of an earlier, larger set go, if their folders have nothing else. Folders of other names stay.
func TestSmallerSet(t *testing.T) {
	file, _, _ := setLines(t, 12, 60)
	c, out := Config{JSONL: []string{file}, Language: "en"}, t.TempDir()
	large := makeSet(t, c, StageOptions{SplitBytes: 4_000, BundleBytes: 8_000}, rand.New(rand.NewPCG(5, 6)), out)
	other := filepath.Join(out, "bundle-7")
	must.OK(t, os.Mkdir(other, 0o755))
	small := makeSet(t, c, StageOptions{SplitBytes: 4_000, BundleBytes: 16_000}, rand.New(rand.NewPCG(5, 6)), out)
	must.Hold(t, small.Bundles() < large.Bundles(), "%d bundles, then %d", large.Bundles(), small.Bundles())
	before := must.Tree(t, out)
	root := func() error { _, err := small.Root(context.Background(), Config{Output: out}); return err }
	foreign := filepath.Join(out, fmt.Sprintf(bundleName, large.Bundles()-1), "notes.txt")
	must.OK(t, os.WriteFile(foreign, nil, 0o600))
	must.Say(t, root(), "notes.txt, which is not part of a Mycel bundle", "with a foreign file")
	must.OK(t, os.Remove(foreign))
	same(t, "after a refusal", before, must.Tree(t, out))
	must.OK(t, root())
	for i := range large.Bundles() {
		_, err := os.Stat(filepath.Join(out, fmt.Sprintf(bundleName, i)))
		must.Equal(t, err == nil, i < small.Bundles(), "bundle %d of %d, earlier %d: it is there", i, small.Bundles(), large.Bundles())
	}
	must.OK(t, must.Err(os.Stat(other)))
}

// The shards of bundles have numbers of their own: a bundle with more would send its records to the next.
func TestShardsOfBundles(t *testing.T) {
	file, _, _ := setLines(t, 12, 60)
	s, err := PlanStages(Config{JSONL: []string{file}, Language: "en"}, t.TempDir(), StageOptions{SplitBytes: 4_000, BundleBytes: 12_000})
	must.OK(t, err)
	sent := shuffled{}
	_, _, emit, err := s.ofSplit(0, sent.emit)
	must.OK(t, err)
	if err := emit(bundleShards-1, nil); err != nil || len(sent[bundleShards-1]) != 1 {
		t.Errorf("the last shard of a bundle: %v", err)
	}
	if err := emit(bundleShards, nil); err == nil || !strings.Contains(err.Error(), "bundle-00000 needs more than 100000 shards") || len(sent) != 1 {
		t.Errorf("a shard too many: %v", err)
	}
}

// A plan with one bundle has no root.
func TestNoRootOfOneBundle(t *testing.T) {
	file, _, _ := setLines(t, 12, 60)
	s := must.Get(PlanStages(Config{JSONL: []string{file}, Language: "en"}, t.TempDir(), StageOptions{}))(t)
	must.Say(t, must.Err(s.Root(context.Background(), Config{Output: t.TempDir()})), "needs no root")
}

// A plan of more bundles than one has them by files and a constant.
func TestGroups(t *testing.T) {
	p := stagePlan{Splits: make([]job.Split, 7)}
	for i := range p.Splits {
		p.Splits[i].End = int64(10 + i)
	}
	for most, want := range map[int64][]int{0: nil, 1000: nil, 1: {0, 1, 2, 3, 4, 5, 6}, 33: {0, 3, 5}, 91: nil, 90: {0, 6}} {
		p.Bundles = nil
		if p.group(most); !slices.Equal(p.Bundles, want) {
			t.Errorf("at most %d: %v, want %v", most, p.Bundles, want)
		}
	}
}

// A file of a task with a byte less or more than its readers expect is refused by one of them, though its checksum is right.
func TestFilesOfOtherLengths(t *testing.T) {
	file, _, _ := setLines(t, 12, 60)
	c, out := Config{JSONL: []string{file}, Language: "en"}, t.TempDir()
	s := makeSet(t, c, StageOptions{SplitBytes: 4_000, BundleBytes: 12_000}, rand.New(rand.NewPCG(5, 6)), out)
	of := must.Get(s.Bundle(1))(t)
	readers := []func() error{ // the last first, as each writes what those before it read
		func() error { _, err := s.Root(t.Context(), Config{Output: out}); return err },
		func() error { _, err := of.Finish(t.Context(), Config{Output: out}); return err },
		func() error { return s.Count(t.Context()) },
		func() (err error) {
			for split := range s.Splits() {
				err = errors.Join(err, s.MapPostings(t.Context(), split, shuffled{}.emit))
			}
			return err
		},
		func() error { return s.Number(t.Context()) },
	}
	files := must.Tree(t, of.folder.Dir)
	for name, whole := range files {
		if strings.HasPrefix(name, "bad-") || name == namesFile { // without a checksum, which a person reads; a list of any length
			continue
		}
		content := []byte(whole[len(of.folder.Plan) : len(whole)-4])
		for what, changed := range map[string][]byte{"less": content[:len(content)-1], "more": append(bytes.Clone(content), 1)} {
			if what == "less" && strings.HasPrefix(name, "lengths-") {
				continue // the first digits are a number, too
			}
			must.OK(t, of.folder.Write(name, changed))
			var refused error
			for _, read := range readers {
				if refused = read(); refused != nil {
					break
				}
			}
			must.Be(t, refused != nil, "%s with a byte %s is accepted", name, what)
			for name, content := range files {
				must.OK(t, os.WriteFile(filepath.Join(of.folder.Dir, name), []byte(content), 0o600))
			}
		}
	}
}
