package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mycel/wasm/columns"
	"mycel/wasm/internal/module"
	"mycel/wasm/wazerohost"
)

// exercises is the program whose output depends on the tables that trimming leaves.
const exercises = "../overlay/testdata/program"

var whole []byte // the program, not trimmed

// program returns the program as engines are linked, which the first call compiles.
func program(t *testing.T) []byte {
	t.Helper()
	if whole != nil {
		return whole
	}
	out := filepath.Join(t.TempDir(), "program.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X runtime.godebugDefault=gcstoptheworld=1", "-o", out, exercises)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	message, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	if whole, err = os.ReadFile(out); err != nil {
		t.Fatal(err)
	}
	return whole
}

func output(t *testing.T, program []byte) string {
	t.Helper()
	in, err := wazerohost.Start(t.Context(), program, wazerohost.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out strings.Builder
	for _, exercise := range []string{"deep", "goroutines", "panics", "wrapper", "words"} {
		got, err := in.Search([]byte(exercise))
		if err != nil {
			t.Fatalf("%s: %v", exercise, err)
		}
		text, err := strconv.Unquote(string(got))
		if err != nil {
			t.Fatalf("%s: %v in %s", exercise, err, got)
		}
		out.WriteString(text + "\n")
	}
	return out.String()
}

// packed is the size of b after compression.
func packed(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

func TestTrimmedProgramDoesTheSame(t *testing.T) {
	whole := program(t)
	small, err := trim(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := output(t, whole)
	for _, line := range []string{"200010000\n", "tree 7 ", "panic: value method main.value.Method called using nil *value pointer", "panic: again after first", "panic: kept"} {
		if !strings.Contains(want, line) {
			t.Errorf("the program does not print %q:\n%s", line, want)
		}
	}
	if got := output(t, small); got != want {
		t.Errorf("after trimming:\n%s\nbefore:\n%s", got, want)
	}
	if before, after := packed(t, whole), packed(t, small); after > before*9/10 {
		t.Errorf("%d bytes compressed, before %d", after, before)
	}
	for _, name := range []string{"main.deep", "trim_test.go", "overlay/testdata/program/main.go"} {
		if strings.Contains(string(small), name+"\x00") {
			t.Errorf("%q is still there", name)
		}
	}
	again, err := trim(small)
	if !errors.Is(err, errTables) {
		t.Errorf("trimming twice: got %v, want tables that are not known", err)
	}
	if !bytes.Equal(again, small) {
		t.Error("trimming twice changes what has no known tables")
	}
}

// All that Go writes has columns, and they compress better.
func TestColumns(t *testing.T) {
	small, err := trim(program(t))
	if err != nil {
		t.Fatal(err)
	}
	file, err := columns.Split(small)
	if err != nil {
		t.Fatal(err)
	}
	if whole, split := packed(t, small), packed(t, file); split > whole*85/100 {
		t.Errorf("%d bytes compressed in columns, %d without", split, whole)
	}
}

func TestMemoryRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		image := make([]byte, r.IntN(20000))
		for range r.IntN(6) {
			if len(image) > 0 {
				for i := r.IntN(len(image)); i < len(image) && r.IntN(300) > 0; i++ {
					image[i] = byte(r.Uint32())
				}
			}
		}
		got, err := memory(dataOf(image))
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.TrimRight(image, "\x00"); !bytes.Equal(got, want) {
			t.Fatalf("%d bytes, want %d", len(got), len(want))
		}
	}
}

func TestSigned(t *testing.T) {
	for _, v := range []int64{0, 1, 63, 64, 127, 128, 1 << 20, 1<<31 - 1, -1, -64, -65, -1 << 31} {
		got, err := readSigned(bytes.NewReader(appendSigned(nil, v)))
		if err != nil || got != v {
			t.Errorf("%d: got %d, %v", v, got, err)
		}
	}
}

// TestDamagedProgram cuts a program off and changes bytes of it: the answer is an error or
// another program, never a panic.
func TestDamagedProgram(t *testing.T) {
	whole := program(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 4, 8, 9, 20, len(whole) / 2, len(whole) - 1} {
		if _, err := trim(bytes.Clone(whole[:n])); err == nil && n != 8 {
			t.Errorf("the first %d bytes: no error", n)
		}
	}
	all, err := module.Sections(whole)
	if err != nil {
		t.Fatal(err)
	}
	for range 40 {
		damaged := bytes.Clone(whole)
		i := r.IntN(len(all))
		at := bytes.Index(whole, all[i].Content) + r.IntN(min(len(all[i].Content)+1, 100))
		damaged[min(at, len(damaged)-1)] ^= 1 << r.IntN(8)
		_, _ = trim(damaged)
	}
	if _, err := trim(module.Join([]module.Section{{ID: module.Data, Content: dataOf([]byte("no tables"))}})); err == nil {
		t.Error("no tables: no error")
	}
}
