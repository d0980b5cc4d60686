package msgpack

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	oracle "github.com/vmihailenco/msgpack/v5"

	"mycel/internal/must"
)

// TestReadsEncoder writes random values with the encoder that the builder uses and reads them back.
func TestReadsEncoder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 5000 {
		want := randomValue(rng, 4)
		var buf bytes.Buffer
		enc := oracle.NewEncoder(&buf)
		enc.UseCompactInts(i%2 == 0)
		enc.UseCompactFloats(i%3 == 0)
		enc.SetSortMapKeys(true)
		must.OK(t, enc.Encode(want))
		r := NewReader(buf.Bytes())
		got := readAny(&r)
		if err := r.Finish(); err != nil {
			t.Fatalf("value %d, %#v: %v", i, want, err)
		}
		if !reflect.DeepEqual(got, normal(want)) {
			t.Fatalf("value %d: got %#v\nwant %#v", i, got, normal(want))
		}
		r = NewReader(buf.Bytes())
		r.Skip()
		if err := r.Finish(); err != nil {
			t.Fatalf("value %d: Skip: %v", i, err)
		}
	}
}

// randomValue makes a value of the kinds that bundles and requests hold.
func randomValue(rng *rand.Rand, depth int) any {
	kinds := 9
	if depth == 0 {
		kinds = 7
	}
	switch rng.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return rng.IntN(2) == 1
	case 2:
		return rng.Int64() >> rng.IntN(64) * int64(1-2*rng.IntN(2))
	case 3:
		return rng.Uint64() >> rng.IntN(64)
	case 4:
		return []any{float64(rng.IntN(1000)), rng.NormFloat64(), float32(rng.NormFloat64()), math.Inf(1)}[rng.IntN(4)]
	case 5:
		return strings.Repeat("wörd ", rng.IntN(80))
	case 6:
		return bytes.Repeat([]byte{byte(rng.Uint32())}, 1+rng.IntN(400))
	case 7:
		a := make([]any, rng.IntN(6))
		for i := range a {
			a[i] = randomValue(rng, depth-1)
		}
		return a
	default:
		m := map[string]any{}
		for range rng.IntN(6) {
			m[strings.Repeat("k", rng.IntN(50))] = randomValue(rng, depth-1)
		}
		return m
	}
}

// normal writes v as readAny would return it: numbers as float64 where the encoder may have
// changed their type, since compact floats are written as integers.
func normal(v any) any {
	switch v := v.(type) {
	case int64:
		if v >= 0 {
			return uint64(v)
		}
	case float32:
		return normal(float64(v))
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
			return normal(int64(v))
		}
	case []any:
		a := make([]any, len(v))
		for i := range v {
			a[i] = normal(v[i])
		}
		return a
	case map[string]any:
		m := map[string]any{}
		for k := range v {
			m[k] = normal(v[k])
		}
		return m
	}
	return v
}

// readAny reads one value of any type with the method that its type asks for.
func readAny(r *Reader) any {
	switch r.Peek() {
	case Nil:
		r.Nil()
	case Bool:
		return r.Bool()
	case Int:
		return normal(r.Int())
	case Uint:
		return r.Uint()
	case Float:
		return normal(r.Float())
	case Str:
		return r.Str()
	case Bin:
		return r.Bin()
	case Array:
		a := make([]any, r.ArrayLen())
		for i := range a {
			a[i] = readAny(r)
		}
		return a
	case Map:
		m := map[string]any{}
		for n := r.MapLen(); n > 0; n-- {
			k := r.Str()
			m[k] = readAny(r)
		}
		return m
	}
	return nil
}

// FuzzSkip checks that Skip accepts exactly the inputs that begin with a well-formed value,
// and passes over the same bytes, as the oracle does.
func FuzzSkip(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		r.Skip()
		in := bytes.NewReader(b)
		want := oracle.NewDecoder(in).Skip()
		must.Hold(t, (r.Err() == nil) == (want == nil), "%x: got error %v, oracle %v", b, r.Err(), want)
		used := len(b) - in.Len()
		must.Hold(t, want != nil || r.Offset() == used, "%x: skipped %d bytes, oracle %d", b, r.Offset(), used)
	})
}

// FuzzRead calls the methods of a Reader in an order that the fuzzer picks and checks what
// holds for any input; numbers and payloads are compared with the oracle's.
func FuzzRead(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, method := range methods {
			r := NewReader(b)
			for r.Peek() != End {
				before := r
				oracleDec := oracle.NewDecoder(bytes.NewReader(b[r.Offset():]))
				method(t, &r, oracleDec)
				must.Hold(t, r.Err() != nil || r.Offset() > before.Offset(), "%x: read at %d without moving on", b, r.Offset())
				must.Hold(t, r.Err() == nil || r.Offset() == before.Offset(), "%x: failed at %d and moved to %d", b, before.Offset(), r.Offset())
			}
			checkError(t, b, r)
		}
	})
}

var methods = []func(t *testing.T, r *Reader, o *oracle.Decoder){
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.Int(), o.DecodeInt64) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.Uint(), o.DecodeUint64) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.Bool(), o.DecodeBool) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.Str(), o.DecodeString) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.ArrayLen(), o.DecodeArrayLen) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) { same(t, r, r.MapLen(), o.DecodeMapLen) },
	func(t *testing.T, r *Reader, o *oracle.Decoder) {
		same(t, r, string(r.Bin()), func() (string, error) {
			b, err := o.DecodeBytes()
			return string(b), err
		})
	},
	func(t *testing.T, r *Reader, o *oracle.Decoder) {
		same(t, r, math.Float64bits(r.Float()), func() (uint64, error) { // bits, since NaN is no NaN's equal
			f, err := o.DecodeFloat64()
			return math.Float64bits(f), err
		})
	},
}

// same compares a successful read with the oracle's. The oracle is laxer (nil reads as zero,
// bin as str), so it is not asked about failures; and it would allocate what a damaged
// length claims, 4 GB at worst.
func same[T comparable](t *testing.T, r *Reader, got T, oracle func() (T, error)) {
	t.Helper()
	if r.Err() != nil {
		return
	}
	want, err := oracle()
	must.Hold(t, err == nil && got == want, "got %v before byte %d; oracle %v, error %v", got, r.Offset(), want, err)
}

// checkError checks that r ended at the end or failed for a reason that can be told.
func checkError(t *testing.T, b []byte, r Reader) {
	t.Helper()
	if r.Err() == nil {
		must.Hold(t, r.Len() == 0, "%x: %d bytes left without an error", b, r.Len())
		return
	}
	var e *Error
	if !errors.As(r.Err(), &e) || e.Offset != r.Offset() || e.Left != r.Len() || e.Error() == "" {
		t.Fatalf("%x: error %v does not match the cursor at %d", b, r.Err(), r.Offset())
	}
}

func addSeeds(f *testing.F) {
	for _, s := range []string{
		"", "\xc0", "\xc1", "\xc3", "\x00", "\xff", "\xcc\xff", "\xd3\x80\x00\x00\x00\x00\x00\x00\x00",
		"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "\xca\x3f\xc0\x00\x00", "\xcb\x40\x09\x21\xfb\x54\x44\x2d\x18",
		"\xa3abc", "\xd9\x03abc", "\xda\x00\x03abc", "\xdb\x00\x00\x00\x03abc", "\xdb\xff\xff\xff\xff",
		"\xc4\x02de", "\xc5\x00\x02de", "\xc6\x00\x00\x00\x02de", "\xc6\xff\xff\xff\xff",
		"\x92\x01\x92\x02\x03", "\xdc\x00\x01\x01", "\xdd\xff\xff\xff\xff", "\x94\x94\xc0\xc0\xc0",
		"\x82\xa5query\xa5mutex\xa1k\x0a", "\xde\x00\x01\xc0\xc0", "\xdf\x7f\xff\xff\xff\x00",
		"\xd6\xff\x00\x00\x00\x00", "\xc7\x0c\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "\xd8\x01",
	} {
		f.Add([]byte(s))
	}
}
