package method

import (
	"slices"
	"strings"

	"mycel/engine/entity"
)

// Words of questions about the whole, in English, German, French, Spanish, Italian and Portuguese. A question is about
// the whole if it has a word that asks, a word that names the whole and a function word, and beside them at most one
// entity.
const (
	askWords = " about abstract contain contained contains cover covered covers deal deals discuss discussed gist" +
		" idea ideas message outline overview points subject subjects summarise summarised summarize summary theme themes topic topics" +
		" gliederung handelt inhalt inhalte thema themen uberblick ubersicht zusammenfassung" +
		" apercu parle resume sujet sujets asunto asuntos resumen tema temas trata" +
		" argomenti argomento panoramica riassunto temi tratta assuntos resumo "
	wholeWords = " all article articles book books chapters collection complete content contents corpus docs document documentation" +
		" documents entire everything guide guideline handbook here it key main major manual" +
		" novel overall pages paper papers report site story text texts these this website whole wiki" +
		" alle buch buches dieser dieses diesem dokument dokumente ganze ganzen hier roman romans text wichtigsten" +
		" ce livre ouvrage principaux textes tout documento documentos este libro obra principales texto textos todo" +
		" documenti intero questo testo testi tutto livro principais "
	// Such a question may have these words, too.
	fillers = " give describe explain list name please tell show brief briefly short write" +
		" gib nenne beschreibe fasse zusammen bitte donne dame haz breve dai fai quel quels quelle quelles cual cuales qual quais deste les "
)

// AsksForWhole tells whether a question is about the documents as a whole: "Which are the main themes of this book?".
// topic is the position in the request's entities of the entity that it is restricted to; −1 for none.
func AsksForWhole(r *Request) (topic int, ok bool) {
	topic = -1
	asks, whole, function := false, false, false
	for i := range r.Query.Words {
		w := &r.Query.Words[i]
		word := " " + w.Key + " "
		filler := w.Stop || strings.Contains(fillers, word)
		function = function || filler
		switch {
		case w.Quoted || w.Excluded:
			return -1, false
		case strings.Contains(askWords, word):
			asks = true
		case strings.Contains(wholeWords, word):
			whole = true
		case filler:
		default:
			at := slices.IndexFunc(r.Entities, func(l entity.Link) bool { return l.Start <= w.Start && w.End <= l.End })
			if at < 0 || topic >= 0 && at != topic {
				return -1, false
			}
			topic = at
		}
	}
	return topic, asks && whole && function
}
