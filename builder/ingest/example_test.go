package ingest_test

import (
	"context"
	"fmt"
	"log"

	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
)

func ExampleSite() {
	corpus, err := ingest.Site(context.Background(), "testdata/site", document.Options{BaseURL: "/manual"})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range corpus.Documents {
		fmt.Println(d.URL, d.Title)
		for _, s := range d.Sections {
			fmt.Printf("  h%d %s (%d bytes)\n", s.Level, s.Heading, s.End-s.Start)
		}
	}
	fmt.Println(len(corpus.Warnings), "pages skipped")
	// Output:
	// /manual/guide/ Trimming the wick
	//   h2 Trimming (142 bytes)
	//   h3 Sizes & oil (144 bytes)
	// /manual/guide/no-title.htm no-title
	//   h4 Only an article (4 bytes)
	// /manual/ Lantern manual
	//   h1 Lantern manual (39 bytes)
	//   h2 Parts (101 bytes)
	// /manual/oil.html Öl für Lampen
	//   h1 Öl für Lampen (7 bytes)
	// 3 pages skipped
}
