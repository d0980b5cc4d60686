package mcpserver

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mycel/internal/must"
)

// toolOption is a row of test/testdata/options.json: an option by which tools take it.
type toolOption struct {
	Name, Kind  string
	Least, Most float64
	MCP         map[string]string // its name, by tool
}

// takes reports whether an option takes a value; sure is false where that depends on the bundle.
func (o *toolOption) takes(value any) (taken, sure bool) {
	number, isNumber := value.(float64)
	text, isText := value.(string)
	switch o.Kind {
	case "whole":
		// 0 stands for the default where it is not in the range.
		return isNumber && number == math.Trunc(number) && number >= o.Least && number <= o.Most, o.Name != "offset"
	case "document", "value":
		return isText, !isText // there may be such a document
	}
	return isText && (o.Name != "query" || strings.TrimSpace(text) != ""), true
}

// Every argument of every tool with every value of the table: an answer, an error that the
// tool tells, or a refusal of the arguments; and the server answers on.
func TestEveryArgument(t *testing.T) {
	b := must.Get(os.ReadFile("../../../../test/testdata/options.json"))(t)
	var table struct {
		Options []toolOption
		Values  []any
	}
	must.OK(t, json.Unmarshal(b, &table))
	client := connect(t, Options{})
	arguments := map[string][]string{}
	for _, o := range table.Options {
		values := table.Values
		if o.Kind == "whole" {
			values = append(slices.Clone(values), o.Least, o.Most, o.Least-1, o.Most+1)
		}
		for tool, name := range o.MCP {
			arguments[tool] = append(arguments[tool], name)
			for _, value := range values {
				given := map[string]any{"search": map[string]any{"query": "gauge"}, "fetch": map[string]any{"id": "gauge.md"}, "related": map[string]any{"id": "gauge.md"}, "overview": map[string]any{}}[tool].(map[string]any)
				given[name] = value
				result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: given})
				refused := err != nil || result.IsError
				taken, sure := o.takes(value)
				must.Be(t, !sure || refused != taken, "%s, %s: %#v: refused is %t: %v %+v", tool, name, value, refused, err, result)
			}
		}
	}
	tools := must.Get(client.ListTools(t.Context(), nil))(t)
	for _, tool := range tools.Tools {
		schema := must.Get(json.Marshal(tool.InputSchema))(t)
		var has struct{ Properties map[string]any }
		must.OK(t, json.Unmarshal(schema, &has))
		if len(has.Properties) != len(arguments[tool.Name]) {
			t.Errorf("%s has arguments %v, the table %v", tool.Name, has.Properties, arguments[tool.Name])
		}
		for _, name := range arguments[tool.Name] {
			must.Be(t, has.Properties[name] != nil, "%s has no argument %s", tool.Name, name)
		}
	}
}
