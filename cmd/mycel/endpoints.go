package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/llm"
	"mycel/builder/openai"
	"mycel/builder/segment"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/vector"
)

// endpointFlags are the flags of mycel build for models that are reached over HTTP.
type endpointFlags struct {
	written   wordList // kinds of texts that the model writes
	llm       endpoint
	llmOutput price

	embeddings string
	embedding  endpoint
	dimensions int
	bits       int

	cache       string
	concurrency int
	timeout     time.Duration
	dryRun      bool
}

// endpoint is a model that is reached over HTTP.
type endpoint struct {
	baseURL, model string
	price          price // of input
}

// fromOpenAI is the value of --embeddings for vectors from an endpoint.
const fromOpenAI = "openai"

// The kinds of texts that a model can write for a bundle.
const (
	summaries    = "summaries"
	descriptions = "descriptions"
	questions    = "questions"
)

func (e *endpointFlags) register(f *pflag.FlagSet) {
	e.written.known = []string{summaries, descriptions, questions}
	f.Var(&e.written, "llm-writes",
		"`texts` that a model behind an OpenAI-compatible address writes: summaries, descriptions for the methods of --with, questions that sections answer (default: none)")
	f.StringVar(&e.llm.baseURL, "llm-base-url", "", "`URL` of the model that writes, such as http://localhost:11434/v1")
	f.StringVar(&e.llm.model, "llm-model", "", "its `NAME` there")
	f.Var(e.llm.price.flag(), "llm-price-input", "its price per million input tokens")
	f.Var(e.llmOutput.flag(), "llm-price-output", "its price per million output tokens")
	f.Var(choice(&e.embeddings, "none", fromOpenAI), "embeddings", "vectors by a model behind an OpenAI-compatible address")
	f.StringVar(&e.embedding.baseURL, "embedding-base-url", "", "`URL` of the model that makes vectors")
	f.StringVar(&e.embedding.model, "embedding-model-name", "", "its `NAME` there")
	f.Var(number(&e.dimensions, 1, 8192), "embedding-dimensions", "ask it for vectors of that length (default: its own)")
	f.Var(signBits(&e.bits), "vector-bits", "signs a passage of its vectors: a multiple of 64, 64 to 1024 (default: as suits its dimensions)")
	f.Var(e.embedding.price.flag(), "embedding-price-input", "its price per million tokens")
	f.StringVar(&e.cache, "api-cache", "", "`DIR` for answers, so that you pay for each once (default: mycel in the user's cache folder)")
	f.Var(number(&e.concurrency, 1, 256), "api-concurrency", "requests at a time (default 4)")
	f.DurationVar(&e.timeout, "api-timeout", 0, "most `TIME` for one request (default 5m0s)")
	f.BoolVar(&e.dryRun, "dry-run", false, "print the requests to models and their cost; send and write nothing")
}

// check refuses settings that need another setting, and settings of an endpoint that is not used. given returns
// the first setting of the command line that begins with a prefix.
func (e *endpointFlags) check(given func(prefix string) string) error {
	for _, part := range []struct {
		flag, prefix string
		on           bool
		endpoint     endpoint
		url, model   string
	}{
		{"--llm-writes", "llm-", e.writes(), e.llm, "--llm-base-url URL", "--llm-model NAME"},
		{"--embeddings openai", "embedding-", e.embeds(), e.embedding, "--set embedding-base-url=URL", "--set embedding-model-name=NAME"},
	} {
		switch {
		case part.on && part.endpoint.baseURL == "":
			return usage.Errorf("build: %s needs %s", part.flag, part.url)
		case part.on && part.endpoint.model == "":
			return usage.Errorf("build: %s needs %s", part.flag, part.model)
		}
		if part.on {
			continue
		}
		name := given(part.prefix)
		if name == "" && part.prefix == "embedding-" && e.bits != 0 {
			name = "vector-bits"
		}
		if name != "" {
			return usage.Errorf("build: --%s is for %s", name, part.flag)
		}
	}
	if e.llm.price.set != e.llmOutput.set {
		return usage.Errorf("build: the settings llm-price-input and llm-price-output go together")
	}
	if name := given("api-"); name != "" && !e.used() {
		return usage.Errorf("build: --%s is for --llm-writes and --embeddings openai", name)
	}
	if e.timeout < 0 {
		return usage.Errorf("build: --api-timeout: got %v, want more than nothing", e.timeout)
	}
	return nil
}

// used reports whether the build sends requests to a model.
func (e *endpointFlags) used() bool { return e.writes() || e.embeds() }

// writes reports whether a model writes texts for the bundle.
func (e *endpointFlags) writes() bool { return len(e.written.words) > 0 }

func (e *endpointFlags) embeds() bool { return e.embeddings == fromOpenAI }

// connect gives the build its clients of the endpoints. notice receives messages about waits and
// unreadable files of the cache. Several goroutines may call it at once.
func (e *endpointFlags) connect(p *program, c *builder.Config, notice func(string)) error {
	if !e.used() {
		return nil
	}
	cache, err := e.openCache(notice)
	if err != nil {
		return err
	}
	if e.writes() {
		client, err := e.client(p, e.llm.baseURL, "MYCEL_LLM_API_KEY", cache, notice)
		if err != nil {
			return usage.Errorf("build: --llm-base-url: %w", err)
		}
		chat := &openai.Chat{Client: client, Model: e.llm.model}
		for what, writer := range map[string]*llm.Model{summaries: &c.Summarizer, descriptions: &c.Extractor, questions: &c.Questioner} {
			if e.written.has(what) {
				*writer = chat
			}
		}
	}
	if e.embeds() {
		client, err := e.client(p, e.embedding.baseURL, "MYCEL_EMBEDDING_API_KEY", cache, notice)
		if err != nil {
			return usage.Errorf("build: --embedding-base-url: %w", err)
		}
		counter, err := segment.NewCounter(c.Tokenizer)
		if err != nil {
			return usage.Wrap(err)
		}
		c.VectorBits = e.bits
		c.Encoder = &openai.Embedder{Client: client, Name: e.embedding.model, Dimensions: e.dimensions, Count: counter.Count}
	}
	return nil
}

func (e *endpointFlags) openCache(notice func(string)) (*openai.Cache, error) {
	dir := e.cache
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no place to keep answers in: %w; give --set api-cache=DIR", err)
		}
		dir = filepath.Join(user, "mycel")
	}
	return &openai.Cache{Dir: dir, Warn: func(path, message string) { notice(path + ": " + message) }}, nil
}

// client returns a client of one endpoint. Its key is in the environment: in the variable of
// this endpoint, in the variable for all endpoints, or in OPENAI_API_KEY.
func (e *endpointFlags) client(p *program, baseURL, variable string, cache *openai.Cache, notice func(string)) (*openai.Client, error) {
	key := p.env(variable)
	if key == "" {
		key = p.env("MYCEL_API_KEY")
	}
	if key == "" && keepsSecrets(baseURL) {
		key = p.env("OPENAI_API_KEY")
	}
	return openai.New(openai.Options{
		BaseURL: baseURL, Key: strings.TrimSpace(key), Timeout: e.timeout, Concurrency: e.concurrency, Cache: cache, Notice: notice, Sleep: p.sleep,
	})
}

// keepsSecrets reports whether requests to baseURL are encrypted or stay on this machine. OPENAI_API_KEY was set
// for another program, so it is sent to no other address.
func keepsSecrets(baseURL string) bool {
	u, err := url.Parse(baseURL)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}

// price is the value of a flag: the price of a million tokens, in any currency.
type price struct {
	value float64
	set   bool
}

// maxPrice is the highest price of a million tokens that a flag accepts.
const maxPrice = 1e6

func (p price) String() string { return strconv.FormatFloat(p.value, 'g', -1, 64) }

func (p *price) flag() usage.Value[price] {
	return usage.Value[price]{At: p, Kind: "PRICE", Parse: func(s string) (price, error) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v >= 0 && v <= maxPrice) {
			return price{}, fmt.Errorf("want a price per million tokens, 0 to %d", int(maxPrice))
		}
		return price{v, true}, nil
	}}
}

// signBits is the value of a flag: a number of sign bits. Unset it is 0, and the build chooses.
func signBits(at *int) usage.Value[int] {
	return usage.Value[int]{At: at, Kind: "N", Parse: func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < vector.MinDims || n > vector.MaxDims || n%vector.WordBits != 0 {
			return 0, fmt.Errorf("want a multiple of %d from %d to %d", vector.WordBits, vector.MinDims, vector.MaxDims)
		}
		return n, nil
	}}
}

// of returns the price of a number of tokens.
func (p price) of(tokens int) float64 { return p.value * float64(tokens) / 1e6 }

// priced is a plan with its cost, in the currency of the prices.
type priced struct {
	*builder.Plan
	Cost *cost `json:"cost,omitempty"` // nil without prices
}

// cost is the price of all calls. Expected is for answers of the usual length, AtMost for the longest.
type cost struct {
	Expected float64 `json:"expected"`
	AtMost   float64 `json:"atMost"`
}

// plan prints the requests that a build would send.
func (b *buildFlags) plan(ctx context.Context, w io.Writer, c builder.Config) error {
	plan, err := builder.DryRun(ctx, c)
	if err != nil {
		return err
	}
	out := priced{Plan: plan, Cost: b.endpoints.cost(plan)}
	if b.json {
		return writeJSON(w, out)
	}
	_, err = w.Write(out.text())
	return err
}

// cost returns the sum for the requests that have a price; nil without prices.
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

// text returns the plan as text for a person.
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

// writeUsage writes the number and the size of the requests to a model.
func writeUsage(out *bytes.Buffer, what string, u *llm.Usage) {
	fmt.Fprintf(out, "%s by %s: %s, %s free.\n", what, terminal.Printable(u.Model), terminal.Quantity(u.Calls, "call", "calls"), terminal.Thousands(u.Cached))
	fmt.Fprintf(out, "  %s of input, at most %s; about %s of output, at most %s.\n",
		terminal.Quantity(u.InputTokens, "token", "tokens"), terminal.Thousands(u.MaxInputTokens), terminal.Thousands(u.OutputTokens), terminal.Thousands(u.MaxOutputTokens))
}

// money formats an amount with at least two significant digits.
func money(v float64) string {
	if v >= 1 || v == 0 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}
