package dialect

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extensions "github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxSteps bounds how often the parser compares two marks of emphasis or of strikethrough in a page. It compares a
// mark that closes with those before it, back to the one that opens: few in a page that somebody wrote.
const maxSteps = 1 << 23

// countedParsers read emphasis and strikethrough as those of goldmark, before which they are asked.
var countedParsers = parser.WithInlineParsers(
	util.Prioritized(countedParser{parser.NewEmphasisParser()}, 460),
	util.Prioritized(countedParser{extensions.NewStrikethroughParser()}, 460),
)

// tooManySteps is the panic with which a parse ends.
type tooManySteps struct{}

// Convert makes HTML of the Markdown of a page, by a converter that has the Extension, in the context of NewContext. intricate
// tells which limit the page is beyond, "" for none.
func Convert(by goldmark.Markdown, source []byte, pc parser.Context) (html []byte, intricate string) {
	var out bytes.Buffer
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case tooManySteps:
			intricate = fmt.Sprintf("marks of emphasis are compared more than %d times", maxSteps)
		default:
			panic(fault)
		}
	}()
	_ = by.Convert(source, &out, parser.WithContext(pc)) // a buffer takes all
	return out.Bytes(), ""
}

// countedParser has the comparisons of its marks counted.
type countedParser struct{ parser.InlineParser }

func (p countedParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if mark := parser.ScanDelimiter(line, block.PrecendingCharacter(), 1, anyMark{}); !mark.CanOpen && !mark.CanClose {
		return asText(mark.Length, block)
	}
	node := p.InlineParser.Parse(parent, block, pc)
	if mark, ok := node.(*parser.Delimiter); ok {
		count(mark, pc)
	}
	return node
}

// asText reads a mark of n bytes that neither opens nor closes, as in snake_case. The parser would keep it in its list, and step
// over it each time.
func asText(n int, block text.Reader) ast.Node {
	_, at := block.PeekLine()
	block.Advance(n)
	return ast.NewTextSegment(at.WithStop(at.Start + n))
}

// anyMark stands for both kinds of marks.
type anyMark struct{ parser.DelimiterProcessor }

func (anyMark) IsDelimiter(byte) bool { return true }

// count has the comparisons of a mark counted.
func count(mark *parser.Delimiter, pc parser.Context) {
	if page, ok := pc.Get(pageKey).(*inlinePage); ok {
		mark.Processor = countedMarks{mark.Processor, &page.steps}
	}
}

type countedMarks struct {
	parser.DelimiterProcessor
	steps *int
}

// CanOpenCloser also refuses marks that the parser would refuse in its next step, by the rule of three. The parser then
// takes a mark that closes nothing from its list, and compares no other with it: so each step back is counted here.
func (m countedMarks) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	if *m.steps++; *m.steps > maxSteps {
		panic(tooManySteps{})
	}
	return m.DelimiterProcessor.CanOpenCloser(opener, closer) && opener.CalcComsumption(closer) > 0
}
