package rank

import "testing"

func TestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b []uint32
		want int
	}{
		{nil, nil, 0}, {[]uint32{1}, nil, 0}, {[]uint32{1, 3, 5}, []uint32{2, 4, 6}, 0},
		{[]uint32{1, 3, 5}, []uint32{0, 3, 5, 9}, 2}, {[]uint32{1, 2}, []uint32{1, 2}, 2},
	} {
		if got, back := Common(tt.a, tt.b), Common(tt.b, tt.a); got != tt.want || back != tt.want {
			t.Errorf("%v and %v: got %d and %d, want %d", tt.a, tt.b, got, back, tt.want)
		}
	}
}
