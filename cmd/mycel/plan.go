package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"mycel/builder"
	"mycel/builder/llm"
	"mycel/cmd/mycel/internal/terminal"
)

// priced is a plan with its costs, in the currency of the prices.
type priced struct {
	*builder.Plan
	Cost *cost `json:"cost,omitempty"` // nil without prices
}

// cost is what all calls cost together: if answers are as long as they are asked for, and if all are cut off.
type cost struct {
	Expected float64 `json:"expected"`
	AtMost   float64 `json:"atMost"`
}

// dryRun prints what a build would send.
func (p *program) dryRun(ctx context.Context, c builder.Config, b *buildFlags) error {
	plan, err := builder.DryRun(ctx, c)
	if err != nil {
		return err
	}
	out := priced{Plan: plan, Cost: b.endpoints.cost(plan)}
	if b.json {
		return writeJSON(p.out, out)
	}
	_, err = p.out.Write(out.text())
	return err
}

// cost adds up the requests that have a price; nil if none has a price.
func (e *endpointFlags) cost(plan *builder.Plan) *cost {
	var sum cost
	known := false
	add := func(u *llm.Usage, input, output price) {
		if u == nil || !input.set {
			return
		}
		known = true
		sum.Expected += input.of(u.InputTokens) + output.of(u.OutputTokens)
		sum.AtMost += input.of(u.MaxInputTokens) + output.of(u.MaxOutputTokens)
	}
	add(plan.Summaries, e.llm.price, e.llmOutput)
	add(plan.Questions, e.llm.price, e.llmOutput)
	for i := range plan.Extractions {
		add(&plan.Extractions[i].Usage, e.llm.price, e.llmOutput)
	}
	add(plan.Embeddings, e.embedding.price, price{})
	if !known {
		return nil
	}
	return &sum
}

// text lays a plan out for a person.
func (p priced) text() []byte {
	var out bytes.Buffer
	if p.Summaries == nil && p.Questions == nil && p.Embeddings == nil && len(p.Extractions) == 0 {
		out.WriteString("This build would send nothing to any model.\n")
	}
	if u := p.Summaries; u != nil {
		writeUsage(&out, "Summaries", u)
		if u.Estimated > 0 {
			fmt.Fprintf(&out, "  The input of %s is made of answers still to come, taken to be as long as asked for.\n", terminal.Quantity(u.Estimated, "call", "calls"))
		}
	}
	if p.Questions != nil {
		writeUsage(&out, "Questions", p.Questions)
	}
	for i := range p.Extractions {
		u := &p.Extractions[i]
		writeUsage(&out, "Descriptions for "+u.System, &u.Usage)
		if u.Estimated > 0 {
			fmt.Fprintf(&out, "  What %s about depends on vectors still to come.\n", terminal.Quantity(u.Estimated, "call is", "calls are"))
		}
	}
	if u := p.Embeddings; u != nil {
		fmt.Fprintf(&out, "Vectors by %s: %s with %s, %s free.\n", terminal.Printable(u.Model), terminal.Quantity(u.Calls, "call", "calls"),
			terminal.Quantity(u.Texts, "passage", "passages"), terminal.Thousands(u.Cached))
		fmt.Fprintf(&out, "  %s of input.\n", terminal.Quantity(u.InputTokens, "token", "tokens"))
	}
	if p.Cost != nil {
		fmt.Fprintf(&out, "Cost: about %s, at most %s, in the currency of the prices; repeated requests are extra.\n", money(p.Cost.Expected), money(p.Cost.AtMost))
	}
	out.WriteString("Nothing was sent or written.\n")
	return out.Bytes()
}

// writeUsage tells what a model that writes would be asked.
func writeUsage(out *bytes.Buffer, what string, u *llm.Usage) {
	fmt.Fprintf(out, "%s by %s: %s, %s free.\n", what, terminal.Printable(u.Model), terminal.Quantity(u.Calls, "call", "calls"), terminal.Thousands(u.Cached))
	fmt.Fprintf(out, "  %s of input, at most %s; about %s of output, at most %s.\n",
		terminal.Quantity(u.InputTokens, "token", "tokens"), terminal.Thousands(u.MaxInputTokens), terminal.Thousands(u.OutputTokens), terminal.Thousands(u.MaxOutputTokens))
}

// money writes an amount with at least two digits that count.
func money(v float64) string {
	if v >= 1 || v == 0 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}
