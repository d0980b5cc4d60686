//go:build !js

package wasm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/builder"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/dense"
	"mycel/engine/method/sprig"
	"mycel/internal/must"
	"mycel/wasm/wazerohost"
)

// Vectors of an encoder are rotated, and queries encoded, with the same bits in the
// browser: of dimensions that are rotated to more, to fewer, and not at all.
func TestEncoderSameAsNative(t *testing.T) {
	for _, test := range []struct{ dims, bits int }{{100, 0}, {300, 192}, {128, 0}} {
		model := synth.Encoder{Name: "synthetic", Dimensions: test.dims}
		dir, questions := corpusWith(t, 150, 12, builder.Config{Encoder: model, VectorBits: test.bits})
		p := open(t, dir)
		found := 0
		for _, q := range questions {
			own := must.Get(model.Encode(context.Background(), []string{q.Text}))(t)
			for _, mode := range []string{dense.Mode, sprig.ModeDense, auto.Mode} {
				p.same(t, q.Text, engine.Options{Mode: mode})
				for _, h := range p.same(t, q.Text, engine.Options{Mode: mode, Vector: own[0]}).Hits {
					if h.Document == q.Gold[0] && h.Why.Source == method.Vector {
						found++
					}
				}
			}
		}
		if found < len(questions)/4 { // chance finds one in twenty
			t.Errorf("%+v: the vectors of the queries found the first passage of %d questions of %d", test, found, len(questions))
		}
	}
}

// A vector that cannot be one of the bundle's model is refused, and says why.
func TestVectorRefusals(t *testing.T) {
	dir, questions := corpusWith(t, 100, 1, builder.Config{Encoder: synth.Encoder{Name: "synthetic", Dimensions: 100}})
	p := open(t, dir)
	for what, v := range map[string][]float32{"other dimensions": make([]float32, 99), "zero": make([]float32, 100)} {
		_, native := p.native.Search(context.Background(), "x", engine.Options{Vector: v})
		_, err := p.in.Search(request(t, "x", engine.Options{Vector: v}))
		var r *wazerohost.Refused
		if !errors.As(err, &r) || r.Code != "request" || native == nil || r.Message != native.Error() {
			t.Errorf("%s: error %v, natively %v", what, err, native)
		}
	}
	odd, err := msgpack.Marshal(map[string]any{"query": "x", "vector": make([]byte, 7)})
	must.OK(t, err)
	var r *wazerohost.Refused
	if _, err = p.in.Search(odd); !errors.As(err, &r) || r.Code != "request" {
		t.Errorf("a vector of seven bytes: error %v", err)
	}
	p.same(t, questions[0].Text, engine.Options{Mode: dense.Mode})
}
