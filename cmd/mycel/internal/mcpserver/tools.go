package mcpserver

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mycel"
)

// Limits of requests and answers. Clients have room for some thousand tokens an answer.
const (
	defaultLimit  = 8
	maxLimit      = 20
	defaultTokens = 1000
	minTokens     = 100
	maxTokens     = 8000
	maxOffset     = 1<<31 - 1
)

// addTools registers the tools. The model reads their descriptions.
func (s *server) addTools(m *mcp.Server) {
	limit := whole("limit", 1, maxLimit, fmt.Sprintf("results at most; %d if not given", defaultLimit))
	addTool(m, s, s.search, "search", "Search the documents",
		"Finds the sections that answer a question or have its words. Returns id, title, url and a matching excerpt of each; fetch reads them whole.", limit)
	addTool(m, s, s.fetch, "fetch", "Read a document or section",
		"Returns the text of a document, or of a section with those inside it, by the id that search gives. Long texts come in parts: metadata.next is the offset of the next.",
		whole("offset", 0, maxOffset, "where to go on: metadata.next of the part before"))
	addTool(m, s, s.related, "related", "Find related documents",
		"Lists the documents that mention the same rare names and terms as a document; for a section, the id of which has an #anchor, sections. "+
			"For the name of a person, thing or concept it lists the sections that mention it, each with a sentence, and its neighbours.", limit)
	addTool(m, s, s.overview, "overview", "Sum up a topic",
		"Tells what the documents have on a topic, the most general first, in sentences of their own; without a topic, what they are about.",
		whole("tokens", minTokens, maxTokens, fmt.Sprintf("length of the overview at most; %d if not given", defaultTokens)))
}

// addTool adds a tool that only reads. change adapts the schema of In, against which arguments are checked before
// do is called. The model receives errors of do, and may correct its arguments.
func addTool[In, Out any](
	m *mcp.Server, s *server, do func(context.Context, *mycel.Bundle, In) (Out, error),
	name, title, description string, change func(*jsonschema.Schema),
) {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", name, err)) // the type has no schema, whatever the arguments are
	}
	change(schema)
	closed := false
	tool := &mcp.Tool{
		Name: name, Title: title, Description: description, InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
	mcp.AddTool(m, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		b := s.latest.current(ctx)
		out, err := do(ctx, b, in)
		if err != nil {
			// A build may have ended meanwhile, and removed files that the answer needs.
			if next := s.latest.after(ctx, b); next != b {
				out, err = do(ctx, next, in)
			}
		}
		return nil, out, err
	})
}

// whole makes an argument a whole number between two limits. The schema has no default:
// the SDK (v1.8.0) panics when it fills in a default for an argument that is null.
func whole(name string, least, most float64, description string) func(*jsonschema.Schema) {
	return func(schema *jsonschema.Schema) {
		p := schema.Properties[name]
		p.Minimum, p.Maximum, p.Description = &least, &most, description
	}
}
