package llmstxt

import (
	"strings"

	"mycel/builder/ingest/document"
)

// markdown returns a part of a text as Markdown: listings get fences, code in a line gets backticks, and prose gets
// escapes, so that no line becomes a heading, a quotation or a fence. code has the parts of the text that are code.
func markdown(text string, start, end int, code []document.Code) string {
	var out strings.Builder
	at := start
	for i := 0; i < len(code); i++ {
		c := code[i]
		for c.Kind == document.Inline && i+1 < len(code) && code[i+1].Kind == document.Inline && text[c.End:code[i+1].Start] == " " {
			i++ // the words of one command are marked separately
			c.End = code[i].End
		}
		from, to := max(c.Start, at), min(c.End, end)
		if from >= to {
			continue
		}
		writeProse(&out, text[at:from])
		if c.Kind == document.Inline {
			writeInline(&out, text[from:to])
		} else {
			writeListing(&out, text[from:to])
			if to < end && text[to] != '\n' {
				out.WriteByte('\n')
			}
		}
		at = to
	}
	writeProse(&out, text[at:end])
	return strings.TrimRight(strings.TrimLeft(out.String(), "\n"), " \n")
}

func writeProse(out *strings.Builder, text string) {
	begins := startsLine(out)
	for part := range strings.SplitAfterSeq(text, "\n") {
		if begins {
			part = escape(part)
		}
		out.WriteString(part)
		begins = true
	}
}

// startsLine tells whether the next byte is the first of its line.
func startsLine(out *strings.Builder) bool {
	return out.Len() == 0 || strings.HasSuffix(out.String(), "\n")
}

// escape returns a line of prose with a backslash before signs that begin a block of Markdown.
func escape(line string) string {
	text := strings.TrimLeft(line, " ")
	signs := strings.TrimSpace(text)
	ruled := signs != "" && (strings.Trim(signs, "=") == "" || strings.Trim(signs, "-") == "")
	for _, sign := range []string{"#", ">", "```", "~~~"} {
		ruled = ruled || strings.HasPrefix(text, sign)
	}
	if !ruled {
		return line
	}
	return line[:len(line)-len(text)] + `\` + text
}

// writeInline writes code in a line, between more backticks than it has in a row.
func writeInline(out *strings.Builder, code string) {
	fence := strings.Repeat("`", document.LongestRun(code)+1)
	space := ""
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		space = " "
	}
	out.WriteString(fence + space + code + space + fence)
}

// writeListing writes a listing, between fences longer than any row of backticks in it.
func writeListing(out *strings.Builder, code string) {
	if !startsLine(out) {
		out.WriteByte('\n')
	}
	fence := strings.Repeat("`", max(document.LongestRun(code)+1, 3))
	out.WriteString(fence + "\n" + strings.TrimRight(code, "\n") + "\n" + fence)
}
