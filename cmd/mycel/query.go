package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/layout"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
)

// queryFlags is the command line of mycel query.
type queryFlags struct {
	bundle  string
	options engine.Options
	facets  facetFlags
	list    bool // print the values of the filters
	json    bool

	evidence bool
	budget   int
	minScore float32
	context  bool // --token-budget or --min-score was given
}

func newQueryCommand(p *program) *cobra.Command {
	var q queryFlags
	cmd := &cobra.Command{
		Use:   "query --bundle OUT QUESTION…",
		Short: "Answer a query from a bundle",
		Long: `Query searches a bundle as its page does in the browser: same engine, same results.

With --evidence it prints a context for a language model instead: numbered passages
that answer, within a budget of tokens.

Words are joined; "-" reads the question from standard input. A query without hits is
not a failure: the exit code is 0.`,
		Example: `  mycel query --bundle public/mycel how do I share data between threads
  mycel query --bundle public/mycel --mode bridge --k 3 --json "Mutex and Arc"
  mycel query --bundle public/mycel --evidence --token-budget 800 when does a thread block`,
		RunE: func(cmd *cobra.Command, words []string) error {
			q.context = cmd.Flags().Changed("token-budget") || cmd.Flags().Changed("min-score")
			return q.run(p, cmd, words)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&q.bundle, "bundle", "", "`DIR` of the bundle, or its address on a web server")
	f.Var(choice(&q.options.Mode, method.Modes()...), "mode", "how to rank: "+strings.Join(method.Modes(), ", "))
	f.BoolVar(&q.evidence, "evidence", false, "print a context for a language model")
	f.Var(number(&q.budget, 1, math.MaxInt32), "token-budget", fmt.Sprintf("evidence: tokens of the context at most (default %d)", engine.DefaultTokenBudget))
	f.Var(usage.Share(&q.minScore), "min-score", "evidence: least score of a passage, as a share of the best one's (default 0)")
	f.BoolVar(&q.options.Explain, "explain", false, "name the links to each result that have words of the question")
	f.BoolVar(&q.json, "json", false, "print the result as JSON, as the browser gets it")
	f.StringVar(&q.options.Read.Language, "language", "", "language of the question as a BCP 47 `TAG`, for bundles in several (default: any)")
	q.facets.register(f)
	f.BoolVar(&q.list, "filters", false, "list the values of filters with their numbers of documents, and the sort keys")
	addParameters(f, &q.options.Options, method.FindParameter)
	return cmd
}

// run answers a question, or lists the filters of a bundle.
func (q *queryFlags) run(p *program, cmd *cobra.Command, words []string) error {
	if q.bundle == "" {
		return usage.Errorf("query: no --bundle DIR or URL to search in")
	}
	if q.context && !q.evidence {
		return usage.Errorf("query: --token-budget and --min-score are for --evidence")
	}
	if q.options.Explain && q.evidence {
		return usage.Errorf("query: --explain is for results, not for --evidence")
	}
	if q.list {
		b, err := openAnywhere(cmd.Context(), q.bundle)
		if err != nil {
			return err
		}
		return writeFilters(p.out, b.Engine())
	}
	question, err := q.question(p.in, words)
	if err != nil {
		return err
	}
	b, err := openAnywhere(cmd.Context(), q.bundle)
	if err != nil {
		return err
	}
	if err := q.facets.apply(&q.options, b.Engine()); err != nil {
		return err
	}
	if q.evidence {
		return q.writeEvidence(cmd.Context(), p, b, question)
	}
	result, err := b.Search(cmd.Context(), question, q.options)
	if err != nil {
		return err
	}
	if q.json {
		_, err = p.out.Write(append(result.AppendJSON(nil), '\n'))
		return err
	}
	return p.writeAnswer(result)
}

// maxQuestion bounds a question on standard input. The engine cuts far earlier.
const maxQuestion = 1 << 20

// question returns the question in the arguments or on standard input. With filters it may be empty.
func (q *queryFlags) question(in io.Reader, words []string) (string, error) {
	text := strings.Join(words, " ")
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(in, maxQuestion))
		if err != nil {
			return "", err
		}
		text = string(b)
	}
	text = strings.TrimSpace(text)
	if text == "" && len(q.facets.filters) == 0 && q.facets.sort == "" {
		return "", usage.Errorf("query: no question")
	}
	return text, nil
}

// writeAnswer prints a result for a person.
func (p *program) writeAnswer(r *answer.Result) error {
	width, isTerminal := p.terminal(p.out)
	if !isTerminal {
		width = terminal.DefaultWidth
	}
	if len(r.Hits) == 0 {
		fmt.Fprintf(p.err, "No section matches “%s”.\n", terminal.Printable(r.Query))
	}
	_, err := p.out.Write(layout.Text(r, min(width, terminal.DefaultWidth), isTerminal && !p.plain()))
	return err
}

// writeEvidence prints the context for a prompt, then the source of each passage.
func (q *queryFlags) writeEvidence(ctx context.Context, p *program, b *mycel.Bundle, question string) error {
	found, err := b.Retrieve(ctx, question, mycel.RetrieveOptions{
		EvidenceOptions: engine.EvidenceOptions{Options: q.options, TokenBudget: q.budget, MinScore: q.minScore},
	})
	if err != nil {
		return err
	}
	return p.writeFound(found, q.json, "evidence", found.Reason, func(page *bytes.Buffer) {
		fmt.Fprintf(page, "%s\n\n", terminal.Lines(found.Context))
		for _, c := range found.Citations {
			fmt.Fprintf(page, "[%d] %s\n", c.N, terminal.Printable(address(c.Source)))
		}
		fmt.Fprintf(page, "%s: %s\n", found.Trace.Mode, found.Trace.Reason)
		fmt.Fprintf(page, "at most %s%s; covers %.0f %% of the words%s\n", terminal.Quantity(found.Tokens, "token", "tokens"), cutNote(found.Truncated),
			100*found.Coverage.Terms, uncovered(found.Coverage.Uncovered))
	})
}

// writeFound prints an answer as JSON or as text for a person; without an answer, the reason.
func (p *program) writeFound(found interface{ AppendJSON([]byte) []byte }, json bool, what, reason string, write func(page *bytes.Buffer)) error {
	var page bytes.Buffer
	switch {
	case json:
		page.Write(append(found.AppendJSON(nil), '\n'))
	case reason != "":
		fmt.Fprintf(p.err, "No %s: %s.\n", what, terminal.Printable(reason))
		return nil
	default:
		write(&page)
	}
	_, err := p.out.Write(page.Bytes())
	return err
}

// address returns the URL of a document, or its id if it has no URL.
func address(s answer.Source) string { return cmp.Or(s.URL, s.Document) }

func cutNote(truncated bool) string {
	if truncated {
		return ", more was found than fits"
	}
	return ""
}

func uncovered(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return ", not: " + terminal.Printable(strings.Join(words, ", "))
}
