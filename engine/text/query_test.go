package text

import (
	"strings"
	"testing"

	"mycel/internal/must"
)

func TestSearchOperators(t *testing.T) {
	for query, want := range map[string]string{
		`"red house" big`:       `+red house`,
		`-"red house" big`:      `-red house`,
		`big -house`:            `-house`,
		`big-house -2 -v --out`: ``,
		`big +house c++ +2 + 1`: `!house`,
		`+"red house" big`:      `!red house`,
		`5" by 6" boards`:       ``,
		`“red house”`:           `+red house`,
		`"not closed`:           ``,
		`("red house")`:         `+red house`,
		"「red house」":           `+red house`,
		"赤い『red house』の色":       `+red house`,
		"「not closed":           ``,
		"a「x」「y」":               `+x +y`,
		"＂red house＂":           `+red house`,
		`"" x`:                  `+`,
		`-`:                     ``,
	} {
		var got []string
		for _, o := range SearchOperators(query) {
			sign := "+"
			if o.Not {
				sign = "-"
			} else if o.Must {
				sign = "!"
			}
			got = append(got, sign+query[o.Start:o.End])
		}
		must.Equal(t, strings.Join(got, " "), want, "%s", query)
	}
}
