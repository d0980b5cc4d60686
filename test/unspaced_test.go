package test

import (
	"strings"
	"testing"

	"mycel/engine"
	"mycel/internal/must"
)

// Scripts without spaces between words are searched by pairs of characters.
func TestUnspacedScripts(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"ja":    "# 検潮所\n\n東京大学の検潮所は港の近くにあります。潮位を毎分記録するｶﾒﾗを使います。データはJSON形式で保存されます。",
		"ja2":   "# 京都\n\n京都は東の都ではない。大きな学校がある。",
		"zh":    "# 全文搜索\n\n本手册介绍如何在浏览器中进行全文搜索，不需要服务器。索引文件可以压缩。",
		"zh2":   "# 文件\n\n全部文件的搜集与索取。",
		"ko":    "# 검색 엔진\n\n한국어 문서를 브라우저에서 검색할 수 있습니다. 색인은 WebAssembly로 읽습니다.",
		"th":    "# การค้นหา\n\nเอกสารภาษาไทยสามารถค้นหาได้ในเบราว์เซอร์โดยไม่ต้องใช้เซิร์ฟเวอร์",
		"lo":    "# ການຄົ້ນຫາ\n\nເອກະສານພາສາລາວສາມາດຄົ້ນຫາໄດ້",
		"km":    "# ការស្វែងរក\n\nឯកសារភាសាខ្មែរអាចស្វែងរកបាន",
		"my":    "# ရှာဖွေခြင်း\n\nမြန်မာစာရွက်စာတမ်းများကို ရှာဖွေနိုင်သည်",
		"mixed": "# Vue組件\n\nVue組件的props在Vue3中使用。版本２０２４發佈。",
		"latin": "# Components\n\nA component has props.",
	})
	for _, c := range []struct{ query, first, marked string }{
		{"東京大学", "ja", "東京大学"},
		{"検潮所", "ja", "検潮所"},
		{"潮", "ja", "潮"},         // one character
		{"ｶﾒﾗ", "ja", "ｶﾒﾗ"},     // half width
		{"カメラ", "ja", "ｶﾒﾗ"},     // full width for half
		{"ＪＳＯＮ形式", "ja", "JSON"}, // and the other way round
		{"全文搜索", "zh", "全文搜索"},
		{`"全文搜索"`, "zh", "全文搜索"},
		{"浏览器 搜索", "zh", "浏览器"},
		{"如何压缩索引", "zh", "索引"},
		{"한국어 검색", "ko", "검색"},
		{"브라우저", "ko", "브라우저"}, // with a particle behind it
		{"ค้นหาเอกสาร", "th", "ค้นหา"},
		{"ภาษาไทย", "th", "ภาษาไทย"},
		{"ພາສາລາວ", "lo", "ພາສາລາວ"},
		{"ភាសាខ្មែរ", "km", "ភាសាខ្មែរ"},
		{"မြန်မာ", "my", "မြန်မာ"},
		{"Vue組件", "mixed", "組件"},
		{"vue3", "mixed", "Vue3"},
		{"2024", "mixed", "２０２４"},
		{"組件props", "mixed", "props"},
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 || strings.TrimSuffix(r.Hits[0].Document, ".md") != c.first {
			t.Errorf("%s finds %q, want %s first", c.query, documents(r), c.first)
			continue
		}
		h := &r.Hits[0]
		var marks []string
		for _, m := range h.Excerpt.Matches {
			marks = append(marks, h.Excerpt.Text[m.Start:m.End])
		}
		for _, m := range h.TitleMatches {
			marks = append(marks, h.Title[m.Start:m.End])
		}
		if !strings.Contains(strings.Join(marks, "|"), c.marked) {
			t.Errorf("%s marks %q in %q, want %q", c.query, marks, h.Excerpt.Text, c.marked)
		}
	}
	for query, want := range map[string]string{
		`"京大学"`:     "ja", // runs on within words: there are none
		`"大学東京"`:    "",
		`"搜索全文"`:    "",
		`東 -検潮所`:    "ja2",
		`"검색 엔진"`:   "ko",
		`-"東京大学" 京`: "ja2",
	} {
		must.Equal(t, documents(ask(t, b, query, engine.Options{})), want, "%s finds", query)
	}
}
