package query

import "testing"

func TestParseShared(t *testing.T) {
	if _, ok := ParseShared("stem key 12345678\n"); ok {
		t.Error("a line of eight signs is read")
	}
	if all, ok := ParseShared("stem key aaaaaaaaa\n"); !ok || len(all) != 1 || all[0].Stem != "stem" || all[0].Key != "key" {
		t.Errorf("got %+v", all)
	}
}
