package document

import (
	"testing"

	"mycel/internal/must"
)

// Ids are those that each tool gives a heading, the second time as well.
func TestSlugRules(t *testing.T) {
	const heading = "1. The `Ünï_cödé` & “its” API -- v2.0!"
	for tool, want := range map[string][2]string{
		"":               {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20-1"},
		"jekyll":         {"1-the-ünï_cödé--its-api--v20", "1-the-ünï_cödé--its-api--v20-1"},
		"hugo":           {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20-1"},
		"vitepress":      {"_1-the-uni-code-its-api-v2-0", "_1-the-uni-code-its-api-v2-0-1"},
		"mkdocs":         {"1-the-uni_code-its-api-v20", "1-the-uni_code-its-api-v20_1"},
		"mkdocs-unicode": {"1-the-ünï_cödé-its-api-v20", "1-the-ünï_cödé-its-api-v20_1"},
		"mkdocs-pymdown": {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20_1"},
		"sphinx":         {"the-uni-code-its-api-v2-0", "id1"},
		"mdbook":         {"1-the-Ünï_cödé--its-api----v20", "1-the-Ünï_cödé--its-api----v20-1"},
		"docsify":        {"_1-the-Ünï_cödé-its-api-v20", "_1-the-Ünï_cödé-its-api-v20-1"},
		"hexo":           {"1-The-Uni-code-its-API-v2-0", "1-The-Uni-code-its-API-v2-0-1"},
		"zola":           {"1-the-uni-code-its-api-v2-0", "1-the-uni-code-its-api-v2-0-1"},
		"quarto":         {"the-ünï_cödé-its-api----v2.0", "the-ünï_cödé-its-api----v2.0-1"},
	} {
		s := Slugger{Rule: SlugRuleOf(tool, "")}
		must.Equal(t, [2]string{s.Slug(heading), s.Slug(heading)}, want, "%s", tool)
	}
	for _, test := range []struct{ tool, heading, want string }{
		{"mkdocs", "安装", "_1"}, {"sphinx", "安装", "id1"}, {"hugo", "!", "heading"}, {"zola", "安装", "安装"}, {"quarto", "1.", "section"}, {"hugo", "हिन्दी", "हनद"},
	} {
		must.Equal(t, (&Slugger{Rule: SlugRuleOf(test.tool, "")}).Slug(test.heading), test.want, "%s: %q", test.tool, test.heading)
	}
	python := Slugger{Rule: SlugRuleOf("mkdocs", "")}
	for _, want := range []string{"_1", "_2", "a_1", "a", "a_2", "a_3"} {
		heading := map[string]string{"_1": "安", "_2": "装", "a_1": "A_1", "a_2": "A_1", "a": "A", "a_3": "A"}[want]
		must.Equal(t, python.Slug(heading), want, "%q", heading)
	}
	if SlugRuleOf("mkdocs", "slugify: !!python/object/apply:pymdownx.slugs.slugify").slug("A & b") != "a--b" {
		t.Error("the configuration of MkDocs does not count")
	}
}
