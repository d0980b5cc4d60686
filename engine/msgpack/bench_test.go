package msgpack

import (
	"testing"

	oracle "github.com/vmihailenco/msgpack/v5"
)

// record is about what a bundle holds per document.
type record struct {
	ID, URL, Title string
	Sections       []uint32
	Score          float64
}

func records(b *testing.B, n int) []byte {
	rs := make([]record, n)
	for i := range rs {
		rs[i] = record{ID: "guide/threads.md", URL: "guide/threads.html", Title: "Threads", Sections: []uint32{uint32(i), 70000}, Score: 0.5}
	}
	data, err := oracle.Marshal(rs)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func BenchmarkRead(b *testing.B) {
	data := records(b, 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(data)
		for n := r.ArrayLen(); n > 0; n-- {
			readRecord(&r)
		}
		if err := r.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}

func readRecord(r *Reader) (out record) {
	for n := r.MapLen(); n > 0; n-- {
		switch r.Str() {
		case "ID":
			out.ID = r.Str()
		case "URL":
			out.URL = r.Str()
		case "Title":
			out.Title = r.Str()
		case "Score":
			out.Score = r.Float()
		default:
			for n := r.ArrayLen(); n > 0; n-- {
				r.Uint()
			}
		}
	}
	return out
}

func BenchmarkSkip(b *testing.B) {
	data := records(b, 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(data)
		r.Skip()
		if err := r.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}
