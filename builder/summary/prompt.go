package summary

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/segment"
)

// Prompt asks a language model for the summary of a text in about tokens tokens.
// The instruction is minimal, as in E²GraphRAG: the model is told what to leave out
// of its answer, not what to put in.
func Prompt(text string, tokens int) string {
	return "Summarise the text below in its own language, in at most " + strconv.Itoa(Words(tokens)) +
		" words. Answer with the summary alone.\n\n" + strings.TrimSpace(text)
}

// Words returns how many words of running text are about so many tokens: three for
// four tokens of English, the rule of thumb of the models' makers.
func Words(tokens int) int { return max(1, tokens*3/4) }

// MaxTokens returns where a model's answer to Prompt is cut off, in its own tokens:
// twice as many as were asked for, since models count words badly, and are not to
// lose the end of a summary over it; at least 64.
func MaxTokens(tokens int) int { return max(64, 2*tokens) }

// Clean makes the text of a summary of a model's answer: without the reasoning that
// some models write down first, in the form in which texts are indexed (NFC), without
// control characters. Of an answer that was cut off, the sentence that has no end is
// left out. The result is "" if nothing is left.
func Clean(answer string, cut bool) string {
	text := strings.TrimSpace(answer)
	if rest, ok := strings.CutPrefix(text, "<think>"); ok {
		_, rest, _ = strings.Cut(rest, "</think>")
		text = rest
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(text, "�")))
	text = strings.TrimSpace(text)
	if cut {
		text = withoutLast(text)
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	return text
}

// withoutLast returns a text without its last sentence.
func withoutLast(text string) string {
	starts := segment.Sentences(text, 0, len(text), nil, 0)
	if len(starts) == 0 {
		return ""
	}
	return strings.TrimSpace(text[:starts[len(starts)-1]])
}
