package builder

import (
	"strings"
	"testing"

	"mycel/engine"
)

// twoHops are collections. The first text answers half of the question and names the subject of the second. No
// word of the question tells the second from the third, which has the town twice. Only a name that both the first
// and the second text have leads on.
var twoHops = map[string]struct {
	question string
	pages    [][2]string // title, text
}{
	"ru": {"В каком городе учился создатель поплавкового уровнемера?", [][2]string{
		{"Поплавковый уровнемер", "Поплавковый уровнемер показывает высоту воды. Его придумал Эдвард Лунд, который изучил своё ремесло в Браске."},
		{"Браск", "Браск — город на севере, известный мостами. Там Браск стоит у реки."},
		{"Вендрел", "Вендрел — город у моря. В этом городе есть маяк."},
		{"Маяк", "Маяк построил Арне Холм. Его свет виден за двадцать миль."},
		{"Барометр", "Барометр показывает давление воздуха. Его делают в Вендреле."},
	}},
	"zh": {"浮子水位计的设计者在哪个城镇学会了手艺？", [][2]string{
		{"浮子水位计", "浮子水位计显示水面的高度。它由埃德瓦·伦德设计，他在布拉斯克学会了手艺。"},
		{"布拉斯克", "布拉斯克是北方的一个城镇，以桥梁闻名。冬天的布拉斯克很冷。"},
		{"文德雷尔", "文德雷尔是海边的城镇。这个城镇有灯塔。"},
		{"灯塔", "灯塔由阿尔内·霍尔姆建造。它的光在二十海里外可见。"},
		{"气压计", "气压计显示空气的压力。它在文德雷尔制造。"},
	}},
	"ja": {"浮子式水位計の設計者はどの町で技を身につけましたか？", [][2]string{
		{"浮子式水位計", "浮子式水位計は水面の高さを示す。設計したのはエドヴァルド・ルンドで、彼はブラスクで技を身につけた。"},
		{"ブラスク", "ブラスクは北の町で、橋で知られる。冬のブラスクは寒い。"},
		{"ヴェンドレル", "ヴェンドレルは海辺の町だ。この町には灯台がある。"},
		{"灯台", "灯台はアルネ・ホルムが建てた。光は二十海里先から見える。"},
		{"気圧計", "気圧計は空気の圧力を示す。ヴェンドレルで作られる。"},
	}},
	"ko": {"부자식 수위계의 설계자는 어느 마을에서 기술을 익혔나요?", [][2]string{
		{"부자식 수위계", "부자식 수위계는 수면의 높이를 보여 준다. 에드바르 룬드가 설계했으며 그는 브라스크에서 기술을 익혔다."},
		{"브라스크", "브라스크는 북쪽의 마을로 다리가 많다. 겨울의 브라스크를 눈이 덮는다."},
		{"벤드렐", "벤드렐은 바닷가 마을이다. 이 마을에 등대가 있다."},
		{"등대", "등대는 아르네 홀름이 지었다. 빛은 이십 해리 밖에서도 보인다."},
		{"기압계", "기압계는 공기의 압력을 보여 준다. 벤드렐에서 만든다."},
	}},
}

// A question whose second passage only a name leads to is answered in languages without capitals and with many cases,
// whether titles give the names or the texts alone.
func TestTwoHops(t *testing.T) {
	for language, c := range twoHops {
		for _, titled := range []bool{true, false} {
			var records []record
			for i, p := range c.pages {
				r := record{ID: string(rune('a' + i)), Text: p[1]}
				if titled {
					r.Title = p[0]
				}
				records = append(records, r)
			}
			b := index(t, records, func(cfg *Config) { cfg.Language, cfg.With = language, nil })
			ids, _ := found(t, b, c.question, engine.Options{Mode: "bridge"})
			if got := strings.Join(ids, ""); len(got) < 2 || !strings.Contains(got[:2], "a") || !strings.Contains(got[:2], "b") {
				t.Errorf("%s, titles %v: found %q, want a and b first", language, titled, got)
			}
		}
	}
}
