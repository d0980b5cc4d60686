package dialect

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extensions "github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mycel/internal/must"
)

// The steps of the parser grow as the page does, or it is left at the limit.
func TestStepsOfEmphasis(t *testing.T) {
	const n = 20_000
	for _, test := range []struct {
		before, again string
		intricate     bool
	}{
		{"a**b", "c* ", false}, {"a*b", "c** ", false}, {"a~~b", "c~ ", false}, {"a***b", "c** ", false}, {"~~a ", "b~c ", false},
		{"", "*a* __b__ ~~c~~ ", false}, {"", "a* ", false}, {"", "*a ", false}, {"", "*a*b_c_~d~", false},
		{"", "**a_ *b__ ", true}, {"", "__a* _b** ", true}, {"", "*a b~ ", true}, {"新**。a", "新*c ", false}, {"新**。a", "* 。** 新", false},
	} {
		steps, intricate := stepsOf(test.before + strings.Repeat(test.again, n))
		twice, _ := stepsOf(test.before + strings.Repeat(test.again, 2*n))
		if (intricate != "") != test.intricate || !test.intricate && (steps > 4*n || twice > 2*steps+n) {
			t.Errorf("%q and %q: %d steps, %d for twice as many, %q", test.before, test.again, steps, twice, intricate)
		}
	}
}

// stepsOf counts the steps of a page.
func stepsOf(src string) (steps int, intricate string) {
	pc := NewContext(Page{})
	_, intricate = Convert(goldmark.New(goldmark.WithExtensions(extensions.Strikethrough, Extension)), []byte(src), pc)
	return pc.Get(pageKey).(*inlinePage).steps, intricate
}

// The parser steps over no mark that cannot open: such steps are not counted.
func TestNoStepIsUncounted(t *testing.T) {
	watched := goldmark.New(goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(&watchedParser{countedParser: countedParser{parser.NewEmphasisParser()}, t: t}, 0))))
	for _, src := range []string{"a**b", "snake_case ", "*a "} {
		pc := NewContext(Page{})
		watched.Parser().Parse(text.NewReader([]byte(src+strings.Repeat("c* b_c **d a*b ", 20))), parser.WithContext(pc))
		must.Be(t, pc.Get(pageKey).(*inlinePage).steps != 0, "%q: no steps", src)
	}
}

type watchedParser struct {
	countedParser
	t *testing.T
}

func (p *watchedParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	node := p.countedParser.Parse(parent, block, pc)
	if mark, ok := node.(*parser.Delimiter); ok {
		mark.Processor = watchedMarks{mark.Processor, p.t}
	}
	return node
}

type watchedMarks struct {
	parser.DelimiterProcessor
	t *testing.T
}

func (m watchedMarks) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	for _, beside := range []*parser.Delimiter{opener.PreviousDelimiter, opener.NextDelimiter} {
		if beside != nil && beside != closer && beside.Segment.Start < closer.Segment.Start && !beside.CanOpen {
			m.t.Errorf("the mark at byte %d cannot open, and is stepped over", beside.Segment.Start)
		}
	}
	return m.DelimiterProcessor.CanOpenCloser(opener, closer)
}

// The marks of Markdown have the meaning that goldmark gives them.
func TestEmphasisIsThatOfGoldmark(t *testing.T) {
	plain := goldmark.New(goldmark.WithExtensions(extensions.Strikethrough))
	counted := goldmark.New(goldmark.WithExtensions(extensions.Strikethrough), goldmark.WithParserOptions(countedParsers))
	rng := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"*", "**", "***", "****", "_", "__", "___", "~", "~~", "~~~", " ", "a", "b c", "(", ".", "[", "](d)", "`", "\n"}
	for range 20_000 {
		var src strings.Builder
		for range 2 + rng.IntN(24) {
			src.WriteString(pieces[rng.IntN(len(pieces))])
		}
		var want, got bytes.Buffer
		must.OK(t, plain.Convert([]byte(src.String()), &want))
		pc := NewContext(Page{})
		tree := counted.Parser().Parse(text.NewReader([]byte(src.String())), parser.WithContext(pc))
		must.OK(t, counted.Renderer().Render(&got, []byte(src.String()), tree))
		must.Equal(t, got.String(), want.String(), "%q", src.String())
	}
}
