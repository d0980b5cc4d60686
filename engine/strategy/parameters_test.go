package strategy

import "testing"

// What a parameter is set to is what its value says, and the zero Options ask for
// nothing.
func TestParameterValues(t *testing.T) {
	if got := (&Options{}).Values(); len(got) != 0 {
		t.Errorf("values of the defaults: %v", got)
	}
	for i := range Parameters() {
		p := &Parameters()[i]
		var o Options
		var want any
		ok := false
		switch p.Kind {
		case Choice:
			want = p.Words[1]
			ok = p.SetWord(&o, p.Words[1])
		case Switch:
			want = true
			ok = p.SetSwitch(&o, true)
		default:
			want = p.Most
			ok = p.SetNumber(&o, p.Most)
		}
		got := o.Values()
		if !ok || len(got) != 1 || got[p.Name] != want || o.Invalid() != nil {
			t.Errorf("%s: set to %v (%v), got %v, invalid %v", p.Name, want, ok, got, o.Invalid())
		}
	}
}
