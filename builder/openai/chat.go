package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"mycel/builder/jsonerror"
)

// Chat calls a language model: POST /chat/completions, one message, temperature 0.
type Chat struct {
	Client *Client
	Model  string
}

// Answer is the answer of a model.
type Answer struct {
	Text string `json:"text"` // unchanged; may be empty
	Cut  bool   `json:"cut"`  // the limit of tokens cut it off
	// Tokens by the endpoint's count, 0 if it gives none.
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`

	Cached bool `json:"-"` // from an earlier request, so it cost nothing
}

const chatPath = "/chat/completions"

// chatRequest is the body of a request. Together with the path it is the cache key, so a new field
// makes every request new.
type chatRequest struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Temperature int       `json:"temperature"`
	MaxTokens   int       `json:"max_tokens"`
	Stream      bool      `json:"stream"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// request returns the body for a prompt.
func (c *Chat) request(prompt string, maxTokens int) []byte {
	body, err := json.Marshal(chatRequest{
		Model: c.Model, Messages: []message{{Role: "user", Content: prompt}}, MaxTokens: maxTokens,
	})
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return body
}

// ModelName returns the name of the model.
func (c *Chat) ModelName() string { return c.Model }

// Kept returns the cached answer to an earlier Complete with the same arguments, if there is one. It sends nothing.
func (c *Chat) Kept(prompt string, maxTokens int) (Answer, bool) {
	return c.kept(keyOf(chatPath, c.request(prompt, maxTokens)))
}

func (c *Chat) kept(key string) (a Answer, ok bool) {
	b, ok := c.Client.o.Cache.get(key)
	if ok && json.Unmarshal(b, &a) != nil {
		return Answer{}, false // written by another version
	}
	a.Cached = true
	return a, ok
}

// Forget removes the cached answer of a Complete with the same arguments, whose text could not be
// used, so that the next build asks again.
func (c *Chat) Forget(prompt string, maxTokens int) {
	c.Client.o.Cache.drop(keyOf(chatPath, c.request(prompt, maxTokens)))
}

// Complete returns the model's answer to a prompt, of at most maxTokens tokens as the model counts them. An error that
// wraps ErrAnswer is about this answer alone: the endpoint answered, but not with a completion.
func (c *Chat) Complete(ctx context.Context, prompt string, maxTokens int) (Answer, error) {
	body := c.request(prompt, maxTokens)
	key := keyOf(chatPath, body)
	if a, ok := c.kept(key); ok {
		return a, nil
	}
	var a Answer
	err := c.Client.post(ctx, chatPath, body, maxCompletion, func(b []byte) (err error) {
		a, err = readCompletion(b)
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	kept, err := json.Marshal(a)
	if err != nil {
		return Answer{}, err
	}
	return a, c.Client.o.Cache.put(key, kept)
}

// readCompletion reads the body of an answer.
func readCompletion(b []byte) (Answer, error) {
	var form struct {
		Choices []struct {
			Message      *message `json:"message"`
			FinishReason string   `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(b, &form); err != nil {
		return Answer{}, notJSON(err)
	}
	if len(form.Choices) == 0 || form.Choices[0].Message == nil {
		return Answer{}, fmt.Errorf("%w: it has no choices[0].message", ErrAnswer)
	}
	choice := form.Choices[0]
	if len(choice.Message.Content) > maxText {
		return Answer{}, fmt.Errorf("%w: its text is longer than %d bytes", ErrAnswer, maxText)
	}
	return Answer{
		Text: choice.Message.Content, Cut: choice.FinishReason == "length",
		InputTokens: form.Usage.Prompt, OutputTokens: form.Usage.Completion,
	}, nil
}

// notJSON describes the mistake in the JSON of an answer.
func notJSON(err error) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		return fmt.Errorf("%w: it is not JSON: %w", ErrAnswer, err)
	}
	return fmt.Errorf("%w: %w", ErrAnswer, jsonerror.Plain(err))
}
