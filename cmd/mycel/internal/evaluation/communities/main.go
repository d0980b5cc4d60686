// Command communities measures mode da on labelled data sets: what its parts are worth,
// and what its communities are like, and prints the page docs/communities.md:
//
//	go run ./cmd/mycel/internal/evaluation/communities DATASET…
package main

import (
	"os"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() { evaluation.Command("communities", os.Args[1:], evaluation.WriteCommunities) }
