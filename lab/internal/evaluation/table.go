package evaluation

import (
	"fmt"
	"io"
	"strings"

	"mycel/lab/internal/measures"
)

// table is rows of cells under a header. The first words columns are text, the
// others numbers.
type table struct {
	words  int
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// writeMarkdown writes a table of GitHub's Markdown.
func (t *table) writeMarkdown(w io.Writer) error {
	rule := make([]string, len(t.header))
	for i := range rule {
		rule[i] = "--:"
		if i < t.words {
			rule[i] = "---"
		}
	}
	var b strings.Builder
	for _, row := range append([][]string{t.header, rule}, t.rows...) {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure writes a share with three decimals: with a thousand queries a fourth is
// noise.
func figure(v float64) string { return fmt.Sprintf("%.3f", v) }

func milliseconds(v float64) string { return fmt.Sprintf("%.2f", v) }

func difference(i measures.Interval) string {
	return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", i.Mean, i.Low, i.High)
}
