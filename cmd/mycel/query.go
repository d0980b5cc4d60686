package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/method"
)

// queryFlags is the command line of mycel query.
type queryFlags struct {
	bundle  string
	mode    choice
	options engine.Options
	facets  facetFlags
	list    bool // the values of filters
	json    bool

	evidence bool
	budget   int
	minScore float32
	context  bool // --token-budget or --min-score was given
}

func newQueryCommand(p *program) *cobra.Command {
	q := queryFlags{mode: newChoice(method.Modes()...)}
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
			return p.query(cmd, &q, words)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&q.bundle, "bundle", "", "`DIR` of the bundle, or its address on a web server")
	f.Var(q.mode, "mode", "how to rank: "+strings.Join(q.mode.words, ", "))
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

func (p *program) query(cmd *cobra.Command, q *queryFlags, words []string) error {
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
		return p.writeFilters(b.Engine())
	}
	question, err := p.question(words, len(q.facets.filters) > 0 || q.facets.sort != "")
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
	q.options.Mode = q.mode.String()
	if q.evidence {
		return p.evidence(cmd.Context(), b, q, question)
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

// question returns what the arguments ask, which may be nothing where filters are given.
func (p *program) question(words []string, optional bool) (string, error) {
	text := strings.Join(words, " ")
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(p.in, maxQuestion))
		if err != nil {
			return "", err
		}
		text = string(b)
	}
	text = strings.TrimSpace(text)
	if text == "" && !optional {
		return "", usage.Errorf("query: no question")
	}
	return text, nil
}
