package main

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"mycel/cmd/mycel/internal/inspection"
)

// smallModel writes a Model2Vec model that knows three words of the garden.
func smallModel(t *testing.T) string {
	t.Helper()
	header := `{"embeddings":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]}}`
	table := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	table = append(table, header...)
	for _, x := range []float32{0, 0, 1, 0, 0, 1, 1, 1} {
		table = binary.LittleEndian.AppendUint32(table, math.Float32bits(x))
	}
	return filepath.Join(writeFiles(t, map[string]string{
		"three-words/model.safetensors": string(table),
		"three-words/tokenizer.json": `{"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"},
			"model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0,"tomatoes":1,"water":2,"soil":3}}}`,
	}), "three-words")
}

func TestEmbeddingModel(t *testing.T) {
	dir := gardenBundle(t, "--embedding-model", smallModel(t), "--set", "vector-bits=128")
	got := mycelRun(t, "inspect", dir, "--json")
	got.want(t, exitDone)
	var in inspection.Inspection
	if err := json.Unmarshal([]byte(got.out), &in); err != nil {
		t.Fatal(err)
	}
	v := in.Vectors
	if v == nil || v.Model != "three-words" || v.Bits != 128 || v.Dims != 2 || v.Queries != "centroids" {
		t.Errorf("got %+v", v)
	}
	text := mycelRun(t, "inspect", dir)
	text.want(t, exitDone)
	if want := "Vectors: three-words, 2 dimensions; 128 bits a chunk; queries: "; !strings.Contains(text.out, want) {
		t.Errorf("got:\n%swant %q in it", text.out, want)
	}
}

func TestEmbeddingModelErrors(t *testing.T) {
	docs, out := writeFiles(t, gardenDocs), filepath.Join(t.TempDir(), "bundle")
	model := smallModel(t)
	build := func(more ...string) []string {
		return append([]string{"build", "--docs", docs, "--output-path", out}, more...)
	}
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{build("--vectors", "--embedding-model", model), exitUsage, "give one of them"},
		{build("--set", "vector-bits=128"), exitUsage, "--embedding-model"},
		{build("--embedding-model", model, "--set", "vector-bits=96"), exitUsage, "multiple of 64"},
		{build("--embedding-model", docs), exitFailed, "model.safetensors"},
	} {
		mycelRun(t, test.args...).want(t, test.code, test.want)
	}
}
