package llm

import (
	"strings"

	"mycel/builder/openai"
	"mycel/builder/summary"
	"mycel/builder/trees"
)

// job is a summary that needs a text.
type job struct {
	node     *trees.Node
	children []*job // nil at level 1, whose summaries are made of chunks
	text     string
	known    bool // whether the text is known; false where a dry run has no answer
	tokens   int  // of the text; if it is unknown, the tokens that it will be asked for
	most     int  // of the text; if it is unknown, the tokens at which it is cut off
}

// request asks the language model for a summary. Jobs with the same input share one request.
type request struct {
	prompt    string // "" if a dry run does not know the input
	input     int    // tokens of the prompt
	mostInput int    // equals input once every answer in the prompt has arrived
	tokens    int    // of the summary that the prompt asks for
	maxTokens int    // length at which the answer is cut off
	jobs      []*job
	times     int // number of jobs that share it, or of equal questions; see Reader.Ask

	usable func(text string, cut bool) bool // whether an answer is of any use; nil for a summary

	known  bool // whether there is an answer
	answer openai.Answer
	failed error // the error in place of an answer
}

// useless returns the reason why the answer cannot be used; "" if it can.
func (r *request) useless() string {
	switch {
	case r.failed != nil:
		return r.failed.Error()
	case strings.TrimSpace(r.answer.Text) == "":
		return "it is empty"
	case r.usable == nil && r.summary() == "", r.usable != nil && !r.usable(r.answer.Text, r.answer.Cut):
		return "nothing in it can be read"
	}
	return ""
}

// summary returns the model's text; "" if there is none.
func (r *request) summary() string {
	if r.failed != nil {
		return ""
	}
	return summary.Clean(r.answer.Text, r.answer.Cut)
}

// resolveLevels finds texts for summaries, from the lowest level up, because higher summaries
// are made of the texts below them. For each level it calls answer with the requests, in the
// order of the nodes; answer sets the answers that are known. nodes are whole trees, as
// trees.Make returns them. Written of each node becomes the model's text, or stays empty.
//
// A summary of one child has the text of the child, without a request. A summary without a
// usable answer has the text of its extract.
func resolveLevels(nodes []trees.Node, count func(string) int, o summary.Options, answer func([]*request) error) error {
	for _, level := range jobsOf(nodes) {
		requests := requestsOf(level, count, o)
		if err := answer(requests); err != nil {
			return err
		}
		for _, r := range requests {
			for _, d := range r.jobs {
				d.resolve(r, count)
			}
		}
	}
	return nil
}

// jobsOf returns the jobs of the nodes by level, from level 1.
func jobsOf(nodes []trees.Node) (levels [][]*job) {
	var below, current []*job // of one tree
	for i := range nodes {
		n := &nodes[i]
		if n.Level == 1 && (i == 0 || nodes[i-1].Stretch != n.Stretch) {
			below, current = nil, nil
		} else if n.Level != nodes[i-1].Level {
			below, current = current, nil
		}
		d := &job{node: n}
		if n.Level > 1 {
			d.children = below[n.ChildFirst:n.ChildEnd]
		}
		current = append(current, d)
		if n.Level > len(levels) {
			levels = append(levels, nil)
		}
		levels[n.Level-1] = append(levels[n.Level-1], d)
	}
	return levels
}

// requestsOf returns the requests of a level, and resolves the jobs that need no answer.
func requestsOf(level []*job, count func(string) int, o summary.Options) (requests []*request) {
	same := map[string]*request{}
	for _, d := range level {
		if d.node.ChildEnd-d.node.ChildFirst == 1 {
			d.copyChild(count)
			continue
		}
		text, known := d.input()
		r := same[text]
		if r == nil || !known {
			if known {
				r = newRequest(text, count, o)
			} else {
				r = d.expectedRequest(count, o)
			}
			requests = append(requests, r)
		}
		if known {
			same[text] = r
		}
		r.jobs = append(r.jobs, d)
		r.times++
	}
	return requests
}

func newRequest(text string, count func(string) int, o summary.Options) *request {
	tokens := o.Budget(count(text))
	r := &request{tokens: tokens, maxTokens: summary.MaxTokens(tokens), prompt: summary.Prompt(text, tokens)}
	r.input = count(r.prompt)
	r.mostInput = r.input
	return r
}

// expectedRequest is newRequest if a text of the children has not arrived yet. It has no prompt.
func (d *job) expectedRequest(count func(string) int, o summary.Options) *request {
	tokens, most := 0, 0
	for _, c := range d.children {
		tokens += c.tokens
		most += c.most
	}
	instruction := count(summary.Prompt("", o.Budget(tokens)))
	return &request{
		tokens: o.Budget(tokens), maxTokens: summary.MaxTokens(o.Budget(most)),
		input: tokens + instruction, mostInput: most + instruction,
	}
}

// input returns the text from which a summary is made: the chunks' part of the document, or the
// texts of the summaries below, if all are known.
func (d *job) input() (text string, known bool) {
	if d.children == nil {
		return d.node.Text(d.node.LeafFirst, d.node.LeafEnd), true
	}
	var texts []string
	for _, c := range d.children {
		if !c.known {
			return "", false
		}
		texts = append(texts, c.text)
	}
	return strings.Join(texts, "\n\n"), true
}

// copyChild gives a summary of one child the child's text.
func (d *job) copyChild(count func(string) int) {
	if d.children == nil {
		d.setText(d.node.Extract(), count)
		return
	}
	child := d.children[0]
	d.text, d.known, d.tokens, d.most = child.text, child.known, child.tokens, child.most
	d.node.Written = child.node.Written
}

// resolve gives a summary the text of the answer.
func (d *job) resolve(r *request, count func(string) int) {
	if !r.known {
		d.tokens, d.most = r.tokens, r.maxTokens
		return
	}
	d.node.Written = r.summary()
	if d.node.Written != "" {
		d.setText(d.node.Written, count)
	} else {
		d.setText(d.node.Extract(), count)
	}
}

func (d *job) setText(text string, count func(string) int) {
	d.text, d.known, d.tokens = text, true, count(text)
	d.most = d.tokens
}
