package analyse

import (
	"testing"

	"mycel/builder/stem"
	"mycel/internal/must"
)

// Pages of each language have its function words, whatever languages stand beside it: 了 ends 完了 in Japanese.
func TestFunctionPairsBesideOthers(t *testing.T) {
	main, _ := stem.New("id")
	l := LanguagesOf(main, []string{"en", "ja", "ko", "th", "zh-CN", "zh-TW"})
	for tag, pairs := range map[string][2]string{"id": {"", "して"}, "ja": {"して", "完了"}, "ko": {"하는", "完了"}, "zh-CN": {"件的", "値を"}, "zh-TW": {"完了", "して"}} {
		s := l.Stemmers[l.Of[tag]]
		if function, other := pairs[0], pairs[1]; !s.IsFunctionPair(function) && function != "" || s.IsFunctionPair(other) {
			t.Errorf("%s: %q and %q are pairs of function words: %v, %v", tag, function, other, s.IsFunctionPair(function), s.IsFunctionPair(other))
		}
	}
	must.Be(t, len(l.Stemmers) == 4, "%d stemmers, want those of Indonesian, English, Japanese and Chinese", len(l.Stemmers))
}

// A corpus in one language, whatever its pages call it, has one stemmer, and so no section of languages.
func TestOneLanguage(t *testing.T) {
	for _, tags := range [][]string{{"en", "en-GB"}, {"is", "sk"}, {"nb", ""}} {
		must.Equal(t, len(LanguagesOf(must.Get(stem.New(tags[0]))(t), tags).Stemmers), 1, "%q", tags)
	}
}
