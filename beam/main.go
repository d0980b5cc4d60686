// Command mycel-beam runs a build in stages (builder.Stages) on a runner of Apache Beam. It is a module
// of its own, so that nobody else downloads Beam.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"mycel"
	"mycel/builder"
)

var (
	jsonl    = flag.String("jsonl", "", "file with a JSON object a line, in UTF-8")
	language = flag.String("language", "", "language of the texts as a BCP 47 tag")
	folder   = flag.String("folder", "", "folder that this program and all workers share")
	output   = flag.String("output-path", "", "folder of the bundle")
	split    = flag.Int64("split-bytes", 32<<20, "about the size of a split")
)

func main() {
	flag.Parse()
	beam.Init() // a worker stays in here
	report, err := run(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "mycel-beam:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d documents\n", *output, report.Counts["documents"])
}

func run(ctx context.Context) (*builder.Report, error) {
	if *jsonl == "" || *folder == "" || *output == "" {
		return nil, errors.New("give --jsonl FILE, --language TAG, --folder DIR and --output-path OUT")
	}
	s, err := builder.PlanStages(builder.Config{JSONL: []string{*jsonl}, Language: *language}, *folder, builder.StageOptions{SplitBytes: *split})
	if err != nil {
		return nil, err
	}
	return build(ctx, s, *folder, builder.Config{Output: *output, Version: mycel.Version}, beamx.Run)
}
