package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/engine/entity"
	"mycel/engine/model"
)

// hubsCommand lists the entities that most chunks mention, which shows what the entities of a
// corpus are like: its concepts and names, or common words.
func hubsCommand() *cobra.Command {
	var most int
	cmd := &cobra.Command{
		Use: "hubs BUNDLE…", Short: "the entities of bundles that most chunks mention", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, bundles []string) error {
			for _, dir := range bundles {
				b, err := mycel.Open(dir)
				if err == nil {
					err = b.LoadAll(cmd.Context())
				}
				if err != nil {
					return err
				}
				x := b.Engine().Index()
				hubs := make([]model.EntityID, x.Entities.Len())
				for e := range hubs {
					hubs[e] = model.EntityID(e)
				}
				slices.SortFunc(hubs, func(a, b model.EntityID) int {
					return cmp.Or(x.EntityChunks.Len(uint32(b))-x.EntityChunks.Len(uint32(a)), int(a)-int(b))
				})
				var names []string
				for _, e := range hubs[:min(most, len(hubs))] {
					names = append(names, fmt.Sprintf("%s (%s, %d)", x.Entities.Name(e), kinds[x.Entities.Kind(e)], x.EntityChunks.Len(uint32(e))))
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s, %d chunks: %s\n", dir, x.Corpus.NumChunks(), strings.Join(names, ", "))
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&most, "first", 20, "entities of each bundle")
	return cmd
}

// kinds are the words for why an entity is one.
var kinds = map[entity.Kind]string{entity.Term: "term", entity.Name: "name", entity.Code: "code", entity.Title: "title"}
