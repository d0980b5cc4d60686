package evaluation

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// nodeScript runs a job with the client's modules, which lie beside it.
//
//go:embed node.mjs
var nodeScript []byte

// nodeJob is what the script reads from standard input.
type nodeJob struct {
	Parts      int            `json:"parts"`
	Queries    []string       `json:"queries"`
	Modes      []string       `json:"modes"`
	Parameters map[string]any `json:"parameters"`
	WarmUp     int            `json:"warmUp"`
}

// nodeAnswer is what the script writes for one query.
type nodeAnswer struct {
	found
	Milliseconds float64 `json:"milliseconds"`
}

// node runs the job in Node, with the engine and the client as they ship: they are
// written to a folder of their own, and the script is the page that uses them.
func (j *Job) node(ctx context.Context) (*Outcome, error) {
	dir, err := os.MkdirTemp("", "mycel-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := j.writeNodeFiles(dir); err != nil {
		return nil, err
	}
	input, err := json.Marshal(nodeJob{len(j.Bundle.parts), j.Queries, j.Modes, j.parameters(), warmUp})
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", filepath.Join(dir, "node.mjs"))
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	out := &Outcome{PeakMemory: PeakMemoryOf(cmd.ProcessState)}
	out.Answers, err = j.decodeNode(output)
	return out, err
}

// writeNodeFiles puts the runtime files, the engine as a module, the script, the core and the parts of the bundle, and the word
// that the files are modules into dir.
func (j *Job) writeNodeFiles(dir string) error {
	if err := os.CopyFS(dir, j.Runtime); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o644); err != nil {
		return err
	}
	for i, part := range j.Bundle.parts {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("part-%d", i)), part, 0o644); err != nil {
			return err
		}
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "core"), j.Bundle.index, 0o644),
		os.WriteFile(filepath.Join(dir, "engine.wasm"), j.Engine, 0o644),
		os.WriteFile(filepath.Join(dir, "node.mjs"), nodeScript, 0o644),
	)
}

// decodeNode reads the answers by mode and query that the script wrote.
func (j *Job) decodeNode(output []byte) ([][]Answer, error) {
	var modes [][]nodeAnswer
	if err := json.Unmarshal(output, &modes); err != nil {
		return nil, fmt.Errorf("%w in %.200q", err, output)
	}
	if len(modes) != len(j.Modes) {
		return nil, fmt.Errorf("got answers in %d modes, want %d", len(modes), len(j.Modes))
	}
	var all [][]Answer
	for _, mode := range modes {
		if len(mode) != len(j.Queries) {
			return nil, fmt.Errorf("got answers to %d queries, want %d", len(mode), len(j.Queries))
		}
		answers := make([]Answer, len(mode))
		for i, a := range mode {
			answers[i] = Answer{Documents: j.documents(a.Hits), Milliseconds: a.Milliseconds}
		}
		all = append(all, answers)
	}
	return all, nil
}
