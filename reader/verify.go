package reader

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mycel/engine"
	"mycel/engine/model"
	"mycel/engine/parts"
)

// Verification counts the work of Verify.
type Verification struct {
	Files     int `json:"files"`     // of the manifest, each read and checked against its row
	Parts     int `json:"parts"`     // of the index and of the texts, each unpacked and decoded
	Questions int `json:"questions"` // asked: in each mode, by each function, for some documents
}

// Verify reads every file in the manifest, decodes every part, and asks questions about documents of the bundle in each
// mode and by each function. The error joins all faults; it is nil for a bundle without a fault. Like LoadAll it stays
// with the bundle that was opened.
func (b *Bundle) Verify(ctx context.Context) (v Verification, err error) {
	b.whole.Store(true)
	var wrong []error
	note := func(err error) {
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	listed := *b.manifest
	note(listed.ReadList(ctx, b.source))
	for _, f := range listed.All()[1:] {
		v.Files++
		note(f.Verify(ctx, b.source))
	}
	for id := range b.manifest.NumParts() {
		v.Parts++
		note(b.load(ctx, []parts.ID{parts.ID(id)}))
	}
	if len(wrong) > 0 || ctx.Err() != nil { // questions would fail for the same reasons
		return v, errors.Join(append(wrong, ctx.Err())...)
	}
	b.verifyQuestions(ctx, func(name string, err error) {
		v.Questions++
		if err != nil {
			note(fmt.Errorf("%s: %w", name, err))
		}
	})
	return v, errors.Join(wrong...)
}

// verifyQuestions asks for the titles of the first, the middle and the last document, in every mode and by every
// function, and calls done with the name of each question and its error.
func (b *Bundle) verifyQuestions(ctx context.Context, done func(name string, err error)) {
	n := b.engine.Header().Counts.Documents
	documents := []int{0, n / 2, n - 1}
	for _, d := range slices.Compact(documents[:min(n, len(documents))]) {
		doc, err := b.Document(ctx, model.DocID(d))
		done(fmt.Sprintf("document %d", d), err)
		if err != nil {
			continue
		}
		ask := func(what string, question func() error) {
			if err := question(); errors.Is(err, engine.ErrNoTokens) { // an index of an older version makes no contexts
				done(what, nil)
			} else {
				done(fmt.Sprintf("%s %q", what, doc.Title), err)
			}
		}
		for _, mode := range b.engine.Index().Modes() {
			o := engine.Options{Mode: mode}
			ask("search in mode "+mode+" for", func() error {
				_, err := b.Search(ctx, doc.Title, o)
				return err
			})
			ask("evidence in mode "+mode+" for", func() error {
				_, err := b.Retrieve(ctx, doc.Title, RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: o}})
				return err
			})
		}
		ask("overview of", func() error {
			_, err := b.Overview(ctx, doc.Title, 0)
			return err
		})
		ask("neighbours of", func() error {
			_, err := b.Related(ctx, doc.ID, 0)
			return err
		})
	}
}
