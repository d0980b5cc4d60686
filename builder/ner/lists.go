package ner

import (
	"strings"
	"sync"
)

// class is the set of word lists in which a token is.
type class uint16

const (
	classStop       class = 1 << iota // never an entity alone, dropped at the front of a span
	classLink                         // connector inside a capitalised span
	classCount                        // number word: no entity alone
	classCalendar                     // month or weekday: no entity alone or with numbers
	classLabel                        // makes a reference with a number after it: Listing 4-2
	classTitle                        // abbreviated form of address: its full stop ends no sentence
	classSaint                        // abbreviation that is part of a name: St. Louis
	classVerb                         // a verb far more often than a noun
	classVague                        // adjective or adverb that specifies nothing: ends a run
	classGeneric                      // noun that is not a concept by itself
	classDeterminer                   // a noun phrase follows: a participle after it is a modifier
	classRelation                     // preposition: as classDeterminer for -ed, not for -ing
)

// classAlone is the classes of words that are not entities by themselves.
const classAlone = classStop | classCount | classCalendar | classLabel

// word has the class of a token key and, in a dictionary, its number there.
type word struct {
	id    uint32 // from 1; 0 if no path of the dictionary has it
	class class
}

// language has the word lists of one language.
type language struct {
	words   map[string]word // by key
	english bool
	nouns   bool // all nouns have capitals

	unspaced bool // there are no capitals, and few spaces
	chinese  bool // its function words are characters
}

func (l *language) class(key string) class { return l.words[key].class }

// connectors join the words of a name in any language.
const connectors = "of the de la le di da du del van von der den al el bin"

// functionWords of languages other than English: articles, and words that begin sentences as often.
var functionWords = map[string]string{
	"de": "der die das den dem des ein eine einen einem einer eines und oder aber in im am an auf aus bei mit nach seit von vom zu zum zur fur es er sie wir ich ihr man dies diese dieser dieses wenn als wie was wer wo auch nicht so da bis durch uber unter nur noch",
	"fr": "le la les l un une des du de d au aux et ou mais en dans sur par pour avec il elle ils elles on nous vous je ce cet cette ces si que qui ne pas son sa ses c s j n qu",
	"es": "el la los las un una unos unas y o pero en de del al por para con su sus se es este esta estos estas si que no como cuando",
	"it": "il lo la i gli le l un uno una e o ma in di del della dei delle da dal al alla per con su si che non questo questa questi queste come quando",
	"pt": "o a os as um uma uns umas e ou mas em no na nos nas de do da dos das ao por para com se que nao este esta isto esse essa como quando",
	"ru": "в во на и с со по к ко у о об от до за из для не но а что как это этот эта эти тот та те там тут здесь где когда он она оно они мы вы я его ее их ему ей им который которая которое которые если так же бы ли или при через после перед между под над без все весь вся каждый другой тогда потом сначала теперь уже еще только также однако поэтому чтобы",
	"pl": "w we na i z ze po do u o od za dla nie ale a co jak to ten ta te tam tu gdzie kiedy on ona ono oni my wy ja jego jej ich mu im ktory ktora ktore ktorzy jesli tak tez lub albo przy przez przed miedzy pod nad bez wszystkie kazdy inny wtedy potem teraz juz jeszcze tylko jednak dlatego aby gdy nasz",
	"fi": "ja tai mutta kun jos niin se ne han he me te mina sina tama tuo nama nuo tassa tuossa siina missa mika joka jotka ei on ovat oli myos nyt sitten viela vain kuitenkin siksi koska kaikki",
	"nl": "de het een en of maar in op van voor met bij naar uit te er ze hij zij wij we ik je dit dat deze die als wat wie waar ook niet",
}

// calendarWords are the months and weekdays where the language capitalises them.
var calendarWords = map[string]string{
	"de": "januar februar marz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
}

// The English lists. Words are keys (package text): lower case, no apostrophes.
const (
	// Determiners, pronouns, prepositions, conjunctions, auxiliaries without a use as a name, and the adverbs that open
	// sentences. Will, Can and May are verbs below: they are names as well.
	englishStop = `a an the this that these those each every either neither any some all both few many much most more less several
		such own no not none nobody nothing nor or and but if unless because since while whereas although though whether
		until till when whenever where wherever who whom whose which what why how whatever whoever whichever i me my
		mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
		it its itself they them their theirs themselves there here then than thus hence therefore so as at by for from
		in into of off on onto out over under up upon down with within without about above across after against along
		alongside amid among amongst around before behind below beneath beside besides between beyond despite during
		except inside like near outside per plus regarding through throughout to toward towards underneath unlike versus
		via vs am is are was were be been being isn aren wasn weren do does did doing don doesn didn has have had having
		hasn haven hadn should would could shall cannot won wouldn couldn shouldn mustn shan ain ought let lets also
		again already always another anyone anything anybody anyway anywhere apart aside away back ever everyone
		everything everybody everywhere even else elsewhere far further furthermore however indeed instead just later
		lately likewise maybe meanwhile moreover mostly namely nearly never nevertheless nonetheless now nowadays often
		once only otherwise perhaps please quite rather really seldom simply somehow someone something somebody
		sometimes somewhere soon still together too twice usually very well yes yet okay ok oh additionally accordingly
		afterwards afterward alternatively originally initially finally eventually currently recently previously
		subsequently consequently similarly specifically generally typically basically essentially actually apparently
		fortunately unfortunately interestingly importantly today tomorrow yesterday according due etc eg ie e.g i.e
		note notes mr mrs ms messrs dr prof rev hon capt lt col sgt gen gov sen rep`
	englishDeterminer = `a an the this these those each every any some its their our your his her my another no`
	englishRelation   = `of with in for as from between into by via`
	englishCount      = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
		eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen
		first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth nineteenth twentieth last next
		half ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx xxi`
	englishCalendar = `january february march april may june july august september october november december jan feb mar apr jun jul
		aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur
		thurs fri sat sun`
	englishLabel = `listing figure fig table chapter section appendix example equation eq page pages vol volume no number step part
		item exercise algorithm theorem lemma line lines row column note version issue rule case`
	englishTitle = `mr mrs ms messrs dr prof rev hon capt lt col sgt gen gov sen rep no vol fig eq`
	englishSaint = `st mt ft ste jr sr`
	englishVerb  = `execute consume capture catch refer resolve spawn bind concern will can may might must need accept achieve add agree aim allow appear apply arise ask assume avoid become began
		begin begun believe belong bring brought build built came choose chose come compare complain consider consist
		contain continue contribute convert create deal decide declare define depend derive describe determine develop
		died differ discuss divide ease eliminate emit enable encounter encourage end enjoy ensure enter exist expand
		expect explain explore extend fail fall felt fill find finish fit fix follow forget form found gave
		generate get give given go goes going gone got gotten grew grow guarantee guess happen hear held help hide hold
		illustrate imagine implement imply improve include incorporate increase indicate inform insert insist install
		introduce invoke involve keep kept knew know known lay lead learn leave led left lend let lie live look lose
		lost made maintain make manage mean meant meet met mention modify move notice obtain occur offer
		omit open operate ought overcome perform permit pick point prefer prepare prevent print proceed produce
		promise prove provide publish pull push put raise ran reach read realize receive recall recommend reduce refer
		reject relate release rely remain remember remove rename repeat replace represent require reside respond
		result retain return returned reuse reveal run said sat save saw say see seem seen select sell send sent serve
		set show showed shown sit solve speak specify spend spent split stand start stay stop suggest
		supply support suppose take taken talk taught teach tell tend thank think thought threw throw told took 
		tried try turn understand understood use used utilize visit wait walk want warn watch went win wish won
		work worry worth write written wrote born founded based called named located played directed produced starring`
	englishVague = `able actual additional appropriate available bad basic best better big bigger biggest brief bright certain clear
		close common complete complex correct current deep different difficult direct early easier easiest easy enough
		entire equal exact extra fair familiar famous fast final fine former free frequent full fully general good great
		greatest half happy hard heavy helpful high higher highest huge identical important individual initial
		interesting kind large larger largest late later latest latter least likely little local long longer lot lots
		low lower lowest main major minor modern multiple natural necessary new newer newest nice normal notable
		numerous obvious old older oldest only open original other others overall particular popular possible potential
		present previous primary prior private probable proper public pure quick ready real recent regular related
		relevant responsible rich right same separate serious short shorter sick significant similar simple simpler
		simplest single slow small smaller smallest special specific standard strange strong sure total traditional true
		typical unable upcoming useful useless usual valid various vast whole wide worse worst wrong young younger
		youngest ago almost alone along ahead hello hey thanks today instead aka ltd inc
		following mid non pre post anti semi multi sub co ex`
	englishGeneric = `ability addition advantage amount answer approach area aspect attempt attention author basis beginning behavior
		behaviour benefit bit body book bottom case cause chance change chapter choice circumstance comment concept
		condition consequence content context control copy couple course day detail difference direction discussion
		document documentation effect effort element end entry event example exercise experience explanation extent fact
		factor feature focus form future goal group hand head help history home hour idea impact implementation
		improvement information instance intent intention introduction issue item job kind knowledge language learning
		length level life line list listing look lot man manner material matter mean meaning member message method mind
		minute moment month name need note notion number object one option order output overview page pair paragraph
		part past people percent period person piece place plan point position possibility practice problem procedure
		process program project purpose quality question range rate reader reason reference relation requirement
		resource rest result role row rule sake section sense sentence series setting side sign situation size solution
		sort source space spot stage start state statement step story stuff style subject summary support syntax system
		table task team technique term text thing thought time tip title tool top topic total tutorial type
		understanding use user usage value variety version view way week while woman word work world year`
)

// languageOf returns the lists of a primary language subtag in lower case; "" is
// English, and unknown languages have the connectors alone.
func languageOf(tag string) *language {
	switch {
	case tag == "" || tag == "en":
		return english()
	case others()[tag] != nil:
		return others()[tag]
	}
	return others()[""]
}

var english = sync.OnceValue(func() *language {
	l := &language{english: true, words: make(map[string]word)}
	l.add(classLink, connectors)
	l.add(classStop, englishStop)
	l.add(classDeterminer, englishDeterminer)
	l.add(classRelation, englishRelation)
	l.add(classCount, englishCount)
	l.add(classCalendar, englishCalendar)
	l.add(classLabel, englishLabel)
	l.add(classTitle, englishTitle)
	l.add(classSaint, englishSaint)
	l.add(classVerb, englishVerb)
	l.add(classVague, englishVague)
	l.add(classGeneric, englishGeneric)
	return l
})

var others = sync.OnceValue(func() map[string]*language {
	all := map[string]*language{"": {words: make(map[string]word)}}
	all[""].add(classLink, connectors)
	for tag, words := range functionWords {
		l := &language{words: make(map[string]word)}
		l.add(classLink, connectors)
		l.add(classStop, words)
		l.add(classCalendar, calendarWords[tag])
		if l.nouns = tag == "de"; l.nouns {
			l.add(classDeterminer, germanDeterminers)
		}
		all[tag] = l
	}
	for _, tag := range []string{"zh", "ja", "ko"} {
		all[tag] = &language{words: all[""].words, unspaced: true, chinese: tag == "zh"}
	}
	return all
})

func (l *language) add(c class, words string) {
	for _, w := range strings.Fields(words) {
		known := l.words[w]
		known.class |= c
		l.words[w] = known
	}
}

// documentParts are titles and headings that name a part of a document rather than its subject.
var documentParts = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for _, key := range strings.Split(`about|abstract|acknowledgements|acknowledgments|appendix|appendices|arguments|authors|
		background|basic usage|before you begin|bibliography|caveats|changelog|change log|changes|code|compatibility|
		conclusion|conclusions|contact|contents|contributing|contributors|credits|definition|demo|description|details|
		discussion|documentation|errors|example|examples|exercise|exercises|external links|faq|feedback|foreword|
		frequently asked questions|further information|further reading|general|getting help|getting started|glossary|
		guide|help|history|home|how it works|how to use|how to use this book|how to use this guide|in this article|in this section|index|
		install|installation|installing|introduction|license|licence|known issues|learn more|limitations|links|main page|
		methods|more information|motivation|next steps|note|notes|options|other resources|output|overview|parameters|
		preface|prerequisites|properties|purpose|quick start|quickstart|readme|rationale|references|related|
		related work|release notes|remarks|requirements|resources|results|return value|return values|returns|safety|
		search|see also|setup|sources|specifications|summary|support|syntax|table of contents|terminology|tests|the basics|
		todo|troubleshooting|try it|tutorial|tutorials|untitled|usage|usage example|usage examples|use cases|
		what next|what is next|what you will learn|where to go next|who this book is for|wrapping up`, "|") {
		set[strings.TrimSpace(key)] = true
	}
	return set
})
