//go:build !js

package toy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel"
	"mycel/builder"
	buildermethod "mycel/builder/method"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/internal/must"
	"mycel/manifest"
	"mycel/wasm/internal/toy"
	"mycel/wasm/wazerohost"
)

// built is the builder's side of the method. Its section lists the first passages of each entity.
var built = buildermethod.Method{Name: toy.Mode, Sections: func(c *buildermethod.Work) (*buildermethod.Output, error) {
	first := make([][]uint32, len(c.Entities.Entities))
	for chunk, o := range c.Entities.Chunks {
		for _, e := range o.IDs {
			if len(first[e]) < toy.MaxFirst {
				first[e] = append(first[e], uint32(chunk))
			}
		}
	}
	return &buildermethod.Output{Sections: [][]byte{toy.Encode(first)}}, nil
}}

// bundle builds the handbook.
func bundle(t *testing.T, with ...buildermethod.Method) *mycel.Bundle {
	t.Helper()
	return open(t, build(t, with...))
}

func build(t *testing.T, with ...buildermethod.Method) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(t.Context(), builder.Config{Docs: []string{"../../../builder/testdata/handbook"}, Output: dir, Version: "0", With: with}))(t)
	return dir
}

func open(t *testing.T, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

func request(t *testing.T, first any) []byte {
	t.Helper()
	return must.Get(msgpack.Marshal(map[string]any{"query": "Edvard Lund", "mode": toy.Mode, toy.First.Name: first}))(t)
}

func ask(t *testing.T, b *mycel.Bundle, first any) (*answer.Result, error) {
	t.Helper()
	query, o, err := engine.ParseRequest(request(t, first))
	if err != nil {
		return nil, err
	}
	return b.Search(t.Context(), query, o)
}

// A method that a program registers is found by its mode, reads its section, has its parameters
// checked, and says what led to its hits.
func TestToyMethod(t *testing.T) {
	b := bundle(t, built)
	if !slices.Contains(b.Engine().Index().Modes(), toy.Mode) || method.FindParameter(toy.First.Name) != toy.First {
		t.Fatal("the method is not known")
	}
	r, err := ask(t, b, 2)
	must.Hold(t, err == nil && r.Mode == toy.Mode && len(r.Hits) >= 3, "%+v, error %v", r, err)
	led := 0
	for i, h := range r.Hits {
		reasons := len(h.Why.Reasons) == 1 && slices.Equal(h.Why.Reasons[0].Path, []string{"Edvard Lund"})
		must.Be(t, reasons == (h.Why.Source == method.Graph) && (i != 0 || reasons), "hit %d: %+v", i, h.Why)
		if reasons {
			led++
		}
	}
	must.Be(t, led == 2, "%d hits by the method, want the 2 that were asked for", led)
	must.Refuse(t, must.Err(ask(t, b, 0)), engine.ErrOption, toy.First.Name, "an invalid parameter")
}

// A bundle that was built without the method opens. A query in its mode names the missing
// build option.
func TestBundleWithoutToy(t *testing.T) {
	b := bundle(t)
	must.Refuse(t, must.Err(ask(t, b, 1)), engine.ErrOption, "--with toy")
	r, err := b.Search(t.Context(), "Edvard Lund", engine.Options{})
	must.Be(t, err == nil && len(r.Hits) != 0, "%+v, error %v", r, err)
}

// A damaged section is refused.
func TestToySectionIsChecked(t *testing.T) {
	x := bundle(t, built).Engine().Index()
	for _, b := range [][]byte{nil, {0}, bytes.Repeat([]byte{toy.MaxFirst + 1}, 10_000), append(toy.Encode(make([][]uint32, x.Entities.Len())), 0)} {
		must.Be(t, x.LoadOwn(toy.Method, [][]byte{b}) != nil, "%d bytes are read as a section", len(b))
	}
}

// The engine for browsers with the method gives the same answer, byte for byte.
func TestToyInWasm(t *testing.T) {
	dir := build(t, built)
	b, in := open(t, dir), instance(t)
	m := b.Manifest()
	must.Get(in.Open(file(t, dir, m, m.Index)))(t)
	for id, f := range m.Parts() {
		must.Get(in.AddPart(uint32(id), file(t, dir, m, f)))(t)
	}
	want := must.Get(ask(t, b, 2))(t)
	got, err := in.Search(request(t, 2))
	if err != nil || !bytes.Equal(got, want.AppendJSON(nil)) {
		t.Errorf("got %s, error %v\nwant %s", got, err, want.AppendJSON(nil))
	}
	var answer struct{ Mode string }
	if err := json.Unmarshal(got, &answer); err != nil || answer.Mode != toy.Mode {
		t.Errorf("mode %q, error %v", answer.Mode, err)
	}
}

// instance builds an engine for browsers with the method and starts it.
func instance(t *testing.T) *wazerohost.Instance {
	t.Helper()
	out := filepath.Join(t.TempDir(), "toy.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-tags", "toy,collector", "-o", out, "mycel/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	text, err := cmd.CombinedOutput()
	must.Hold(t, err == nil, "%v\n%s", err, text)
	wasm := must.Get(os.ReadFile(out))(t)
	p := must.Get(wazerohost.Compile(t.Context(), wasm))(t)
	t.Cleanup(func() { p.Close() })
	return must.Get(p.NewInstance())(t)
}

// file unpacks a file of a bundle.
func file(t *testing.T, dir string, m *manifest.Manifest, f manifest.File) []byte {
	t.Helper()
	return must.Get(m.ReadFile(dir, f))(t)
}
