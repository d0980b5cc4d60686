package model2vec

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// numbers are the elements of a tensor with the way they are written.
type numbers struct {
	dtype string
	shape []int
	bytes []byte
}

func encoded[T any](dtype string, shape []int, values []T, write func([]byte, T) []byte) numbers {
	n := numbers{dtype: dtype, shape: shape}
	for _, v := range values {
		n.bytes = write(n.bytes, v)
	}
	return n
}

func f32(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
}

func f64(b []byte, v float64) []byte { return binary.LittleEndian.AppendUint64(b, math.Float64bits(v)) }

func bf16(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint16(b, uint16(math.Float32bits(float32(v))>>16))
}

// f16 writes numbers that a half can have, of magnitude 2^-14 and more.
func f16(b []byte, v float64) []byte {
	if v == 0 {
		return append(b, 0, 0)
	}
	fraction, exponent := math.Frexp(math.Abs(v))
	h := uint16(exponent+14)<<10 | uint16(math.Round((fraction*2-1)*1024))
	if v < 0 {
		h |= 0x8000
	}
	return binary.LittleEndian.AppendUint16(b, h)
}

func i8(b []byte, v float64) []byte { return append(b, byte(int8(v))) }
func i32(b []byte, v int) []byte    { return binary.LittleEndian.AppendUint32(b, uint32(v)) }
func i64(b []byte, v int) []byte    { return binary.LittleEndian.AppendUint64(b, uint64(v)) }

// container writes a file of tensors, in the order of their names.
func container(t testing.TB, tensors map[string]numbers) []byte {
	t.Helper()
	header := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	var data []byte
	var names []string
	for name := range tensors {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := tensors[name]
		header[name] = map[string]any{"dtype": n.dtype, "shape": n.shape, "data_offsets": []int{len(data), len(data) + len(n.bytes)}}
		data = append(data, n.bytes...)
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	return append(append(b, text...), data...)
}

// Tokenizers of the tests: what is left out of JSON has its default.
const (
	bert      = `"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"}`
	seaWords  = `{` + bert + `,"model":{"type":"WordLevel","vocab":{"[UNK]":0,"sea":1,"tide":2,"the":3},"unk_token":"[UNK]"}}`
	seaPieces = `{` + bert + `,"model":{"type":"WordPiece","vocab":{"[UNK]":0,"sea":1,"tide":2,"##s":3},"unk_token":"[UNK]"}}`
)

// rows has a vector of two dimensions for each of the four tokens.
var rows = []float64{9, 9, 3, 0, 0, 4, -1, 0.5}

// model writes a model's files and opens it.
func model(t testing.TB, files map[string]string) (*Model, error) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "small-model")
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Open(dir)
}

func encode(t testing.TB, m *Model, text string) []float32 {
	t.Helper()
	v, err := m.Encode(context.Background(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	return v[0]
}

func near(a []float32, b ...float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(float64(a[i])-b[i]) > 1e-6 {
			return false
		}
	}
	return true
}

const notNormalised = `{"normalize": false}`

// Every type of number and every layout gives the same vectors: "Sea, sea, tide?" has
// the tokens sea, sea and tide; the signs are none.
func TestLayouts(t *testing.T) {
	shape := []int{4, 2}
	plain := container(t, map[string]numbers{"embeddings": encoded("F32", shape, rows, f32)})
	small := encoded("I8", shape, []float64{9, 9, 3, 0, 0, 4, -1, 1}, i8)
	quantised := func(mapping, weights numbers) string {
		return string(container(t, map[string]numbers{
			"embeddings": encoded("F32", []int{2, 2}, []float64{1, 0, 0, 1}, f32), "mapping": mapping, "weights": weights,
		}))
	}
	weights := []float64{1, 3, 4, 1}
	for name, files := range map[string]map[string]string{
		"F32":  {"model.safetensors": string(plain)},
		"F64":  {"model.safetensors": string(container(t, map[string]numbers{"embeddings": encoded("F64", shape, rows, f64)}))},
		"F16":  {"model.safetensors": string(container(t, map[string]numbers{"embeddings": encoded("F16", shape, rows, f16)}))},
		"BF16": {"model.safetensors": string(container(t, map[string]numbers{"embeddings": encoded("BF16", shape, rows, bf16)}))},
		"I8":   {"model.safetensors": string(container(t, map[string]numbers{"embeddings": small}))},
		"quantised vocabulary": {"model.safetensors": quantised(
			encoded("I32", []int{4}, []int{0, 0, 1, 1}, i32), encoded("F64", []int{4}, weights, f64))},
		"quantised vocabulary, other types": {"model.safetensors": quantised(
			encoded("I64", []int{4}, []int{0, 0, 1, 1}, i64), encoded("F32", []int{4}, weights, f32))},
		"sentence-transformers": {
			"model.safetensors":                 string(container(t, map[string]numbers{"embedding.weight": encoded("F32", shape, rows, f32)})),
			"config_sentence_transformers.json": notNormalised, "config.json": "",
		},
		"sentence-transformers, in a module": {
			"0_StaticEmbedding/model.safetensors": string(container(t, map[string]numbers{"embedding.weight": encoded("F32", shape, rows, f32)})),
			"0_StaticEmbedding/tokenizer.json":    seaWords, "tokenizer.json": "",
		},
	} {
		all := map[string]string{"tokenizer.json": seaWords, "config.json": notNormalised}
		for path, content := range files {
			all[path] = content
			if content == "" {
				delete(all, path)
			}
		}
		m, err := model(t, all)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m.Model() != "small-model" || m.Dims() != 2 {
			t.Errorf("%s: model %q of %d dimensions", name, m.Model(), m.Dims())
		}
		if got := encode(t, m, "Sea, sea, tide?"); !near(got, 2, 4.0/3) {
			t.Errorf("%s: got %v, want [2 1.333…]", name, got)
		}
		if got := encode(t, m, "nothing known"); !near(got, 0, 0) {
			t.Errorf("%s: a text of unknown words: got %v", name, got)
		}
		word := []float32{1, 1}
		if !m.AddWord(word, "tide") || !near(word, 1, 5) {
			t.Errorf("%s: AddWord: got %v, want [1 5]", name, word)
		}
		if m.AddWord(word, "ebb") || !near(word, 1, 5) {
			t.Errorf("%s: AddWord of an unknown word: got %v", name, word)
		}
	}
}

// Without a word to the contrary vectors have length 1.
func TestNormalize(t *testing.T) {
	table := string(container(t, map[string]numbers{"embeddings": encoded("F32", []int{4, 2}, rows, f32)}))
	for name, config := range map[string]string{"no file": "", "a file without it": `{"model_type": "model2vec"}`, "true": `{"normalize": true}`} {
		files := map[string]string{"model.safetensors": table, "tokenizer.json": seaWords}
		if config != "" {
			files["config.json"] = config
		}
		m, err := model(t, files)
		if err != nil {
			t.Fatal(err)
		}
		if got := encode(t, m, "sea tide"); !near(got, 0.6, 0.8) {
			t.Errorf("%s: got %v, want [0.6 0.8]", name, got)
		}
	}
}

// What is wrong with a model is said with the name of the file.
func TestOpenErrors(t *testing.T) {
	table := string(container(t, map[string]numbers{"embeddings": encoded("F32", []int{4, 2}, rows, f32)}))
	with := func(name string, n numbers) string { return string(container(t, map[string]numbers{name: n})) }
	header := func(s string) string {
		return string(binary.LittleEndian.AppendUint64(nil, uint64(len(s)))) + s
	}
	for name, test := range map[string]struct{ table, tokenizer, config, want string }{
		"no table":                {"-", "", "", "model.safetensors"},
		"no tokenizer":            {"", "-", "", "tokenizer.json"},
		"empty table":             {"\x00", "", "", "shorter than the length of its header"},
		"header behind the end":   {"\xff\x00\x00\x00\x00\x00\x00\x00{}", "", "", "a header of 255 bytes in a file of 10"},
		"huge header":             {"\xff\xff\xff\xff\xff\xff\xff\xff{}", "", "", "a header of 18446744073709551615 bytes"},
		"header of no JSON":       {header("nonsense"), "", "", "header: invalid character"},
		"tensor of no object":     {header(`{"embeddings":7}`), "", "", `tensor "embeddings"`},
		"bytes behind the end":    {header(`{"embeddings":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}`), "", "", "bytes 0 to 4 of 0"},
		"bytes backwards":         {header(`{"embeddings":{"dtype":"F32","shape":[1,1],"data_offsets":[4,0]}}`), "", "", "bytes 4 to 0"},
		"negative bytes":          {header(`{"embeddings":{"dtype":"F32","shape":[0],"data_offsets":[-4,0]}}`), "", "", "bytes -4 to 0"},
		"shape of other length":   {header(`{"embeddings":{"dtype":"F32","shape":[3,1],"data_offsets":[0,0]}}`), "", "", "got 0 bytes, want 12"},
		"shape that overflows":    {header(`{"embeddings":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`), "", "", "out of range"},
		"negative shape":          {header(`{"embeddings":{"dtype":"F32","shape":[-1,-4],"data_offsets":[0,0]}}`), "", "", "out of range"},
		"no embeddings":           {with("weights", encoded("F32", []int{1}, []float64{1}, f32)), "", "", `no tensor "embeddings" or "embedding.weight"`},
		"one dimension":           {with("embeddings", encoded("F32", []int{2}, []float64{1, 2}, f32)), "", "", "want tokens × dimensions"},
		"numbers of another type": {with("embeddings", numbers{"U8", []int{1, 1}, []byte{1}}), "", "", "type U8"},
		"not a number":            {with("embeddings", encoded("F32", []int{4, 1}, []float64{1, 2, math.NaN(), 4}, f32)), "", "", "element 2 is not a finite number"},
		"infinite half":           {with("embeddings", numbers{"F16", []int{1, 1}, []byte{0, 0x7c}}), "", "", "element 0 is not a finite number"},
		"fewer vectors than tokens": {with("embeddings", encoded("F32", []int{3, 1}, []float64{1, 2, 3}, f32)), "", "",
			"it numbers 4 tokens, and model.safetensors has vectors of 3"},
		"mapping out of range": {string(container(t, map[string]numbers{
			"embeddings": encoded("F32", []int{2, 1}, []float64{1, 2}, f32), "mapping": encoded("I32", []int{4}, []int{0, 1, 2, 0}, i32)})), "", "",
			`tensor "mapping": element 2 is 2, want 0 to 1`},
		"mapping of floats": {string(container(t, map[string]numbers{
			"embeddings": encoded("F32", []int{2, 1}, []float64{1, 2}, f32), "mapping": encoded("F32", []int{1}, []float64{1}, f32)})), "", "", "want I32 or I64"},
		"too few weights": {string(container(t, map[string]numbers{
			"embeddings": encoded("F32", []int{4, 2}, rows, f32), "weights": encoded("F32", []int{1}, []float64{1}, f32)})), "", "", "one for each of 4 tokens"},
		"tokenizer of no JSON": {"", "{", "", "tokenizer.json: unexpected end"},
		"config of no JSON":    {"", "", "{", "config.json: unexpected end"},
	} {
		files := map[string]string{"model.safetensors": table, "tokenizer.json": seaWords, "config.json": notNormalised}
		for file, content := range map[string]string{"model.safetensors": test.table, "tokenizer.json": test.tokenizer, "config.json": test.config} {
			switch content {
			case "":
			case "-":
				delete(files, file)
			default:
				files[file] = content
			}
		}
		_, err := model(t, files)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), ".json") && !strings.Contains(err.Error(), "model.safetensors") {
			t.Errorf("%s: error %v, want a file's name and %q", name, err, test.want)
		}
	}
}

// All halves that there are, against their definition.
func TestHalfFloat(t *testing.T) {
	for h, want := range map[uint16]float64{
		0x0000: 0, 0x0001: math.Ldexp(1, -24), 0x03ff: math.Ldexp(1023, -24), 0x0400: math.Ldexp(1, -14),
		0x3c00: 1, 0x3c01: 1 + math.Ldexp(1, -10), 0xc000: -2, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		if got := halfFloat(h); float64(got) != want {
			t.Errorf("%#04x: got %v, want %v", h, got, want)
		}
	}
	if got := halfFloat(0x7e00); got == got {
		t.Errorf("0x7e00: got %v, want NaN", got)
	}
}

// Whatever is accepted is a table all of whose tokens have vectors.
func FuzzReadTable(f *testing.F) {
	f.Add(container(f, map[string]numbers{"embeddings": encoded("F16", []int{4, 2}, rows, f16)}))
	f.Add(container(f, map[string]numbers{
		"embeddings": encoded("F32", []int{2, 1}, []float64{1, 2}, f32), "mapping": encoded("I32", []int{3}, []int{0, 1, 1}, i32),
		"weights": encoded("F64", []int{3}, []float64{1, 2, 3}, f64),
	}))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := readTable(b)
		if err != nil {
			return
		}
		sum := make([]float64, table.dims)
		for token := range table.tokens() {
			table.addTo(sum, token)
		}
	})
}
