package test

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/engine/answer"
	"mycel/engine/model"
	"mycel/internal/must"
)

// member is a property of a type of the client.
type member struct {
	kind     string
	optional bool
}

// clientTypes reads the object types of the client: the properties of each.
func clientTypes(t *testing.T) map[string]map[string]member {
	t.Helper()
	types := map[string]map[string]member{}
	for _, file := range []string{"types.js", "evidence.js"} {
		text := readFile(t, "../js/src/"+file)
		var of map[string]member
		for line := range strings.Lines(string(text)) {
			if m := regexp.MustCompile(`@typedef \{object\} (\w+)`).FindStringSubmatch(line); m != nil {
				of = map[string]member{}
				types[m[1]] = of
			} else if _, rest, ok := strings.Cut(line, "@property {"); ok {
				end, depth := 0, 1
				for ; depth > 0; end++ {
					depth += strings.Count(rest[end:end+1], "{") - strings.Count(rest[end:end+1], "}")
				}
				name := strings.Fields(rest[end:])[0]
				bare := strings.Trim(name, "[]")
				of[bare] = member{rest[:end-1], bare != name}
			}
		}
	}
	return types
}

// clients are properties that the client adds to what the engine says.
var clients = []string{"Hit.bundle", "Citation.bundle", "Passage.bundle", "Result.textError", "Result.failures"}

// betweenHosts are members that the client takes out of what the engine says.
var betweenHosts = []string{"missing", "waiting"}

// fill sets all that a value has, so that nothing is left out of its JSON.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("s")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint32, reflect.Uint8:
		v.SetUint(1)
	case reflect.Float32:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[model.Span]() {
			v.Set(reflect.ValueOf(model.Span{End: 1}))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

// The types that the client declares are those of the JSON that the engine writes: no member is undeclared, all that are declared
// are written, and what an empty answer lacks is optional.
func TestTypesOfAnswers(t *testing.T) {
	types := clientTypes(t)
	for name, answers := range map[string][2]interface{ AppendJSON([]byte) []byte }{
		"Result":   {&answer.Result{}, &answer.Result{}},
		"Evidence": {&answer.Evidence{}, &answer.Evidence{Trace: answer.Trace{Result: &answer.Result{}}}},
		"Overview": {&answer.Overview{}, &answer.Overview{}},
		"Related":  {&answer.Related{}, &answer.Related{}},
	} {
		fill(reflect.ValueOf(answers[0]).Elem())
		for i, a := range answers {
			var value any
			err := json.Unmarshal(a.AppendJSON(nil), &value)
			must.Hold(t, err == nil, "%s: %v", name, err)
			typeChecker{t, types, i == 0}.check(name, name, value)
		}
	}
	var info any
	must.OK(t, json.Unmarshal(build(t, handbookDocs).Engine().AppendInfoJSON(nil, "1"), &info))
	typeChecker{t, types, false}.check("Info", "Info", info)
}

// typeChecker holds values against types.
type typeChecker struct {
	*testing.T
	types map[string]map[string]member
	full  bool // the values lack nothing
}

// check holds a value against a type, which at names.
func (c typeChecker) check(at, kind string, value any) {
	kind = regexp.MustCompile(`^import\('[^']*'\)\.`).ReplaceAllString(kind, "")
	elements, isList := strings.CutSuffix(kind, "[]")
	record, isRecord := strings.CutPrefix(kind, "Record<string, ")
	of, isObject := c.types[kind]
	if fields, ok := strings.CutPrefix(kind, "{"); ok && !isList {
		of, isObject = map[string]member{}, true
		for field := range strings.SplitSeq(strings.TrimSuffix(fields, "}"), ", ") {
			name, kind, _ := strings.Cut(field, ": ")
			of[name] = member{kind: kind}
		}
	}
	ok := true
	switch {
	case isList:
		var list []any
		list, ok = value.([]any)
		for _, x := range list {
			c.check(at+"[]", elements, x)
		}
	case isRecord:
		var all map[string]any
		all, ok = value.(map[string]any)
		for _, x := range all {
			c.check(at+"{}", strings.TrimSuffix(record, ">"), x)
		}
	case isObject:
		var all map[string]any
		if all, ok = value.(map[string]any); ok {
			c.object(kind, of, all)
		}
	case kind == "FilterCounts":
		c.check(at, "Record<string, Record<string, number>>", value)
	case kind == "Range", strings.HasPrefix(kind, "[number"):
		c.check(at, "number[]", value)
	case kind == "number":
		_, ok = value.(float64)
	case kind == "boolean", kind == "true":
		_, ok = value.(bool)
	case kind == "string", strings.HasPrefix(kind, "'"), kind == "Mode", strings.HasPrefix(kind, "Exclude<"):
		_, ok = value.(string)
	default:
		c.Errorf("%s has the type %s, which the test does not know", at, kind)
	}
	if !ok {
		c.Errorf("%s is %v, declared as %s", at, value, kind)
	}
}

// object holds the members of an object against the properties of its type.
func (c typeChecker) object(kind string, of map[string]member, all map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if p, ok := of[name]; ok {
			c.check(kind+"."+name, p.kind, all[name])
		} else if !slices.Contains(betweenHosts, name) {
			c.Errorf("the engine writes %s.%s, which is not declared", kind, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if _, ok := all[name]; !ok && (c.full || !of[name].optional) && !slices.Contains(clients, kind+"."+name) {
			c.Errorf("the engine does not write %s.%s (of an answer that lacks nothing: %v)", kind, name, c.full)
		}
	}
}
