package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/builder/ner"
	"mycel/engine/entity"
)

// Words around the names of persons, by key.
var (
	// ranks stand before a name and tell one person from another.
	ranks = set(`aunt uncle cousin brother sister father mother grandpa granny grandma grandmother grandfather miss mistress master madam
		madame monsieur sir lady lord dame count countess baron baroness earl duke duchess prince princess king queen emperor
		captain colonel major general lieutenant sergeant corporal admiral judge justice squire sheriff widow doctor professor
		reverend pastor parson deacon bishop pope rabbi senator president governor mayor minister chancellor old young`)
	// familiar is the ranks that stand before a first name.
	familiar = set("miss mistress master aunt uncle cousin brother sister")
	// ages may stand before any name of a person.
	ages = set("old young")
	// adjectives stand before a name and distinguish no person.
	adjectives = set(`poor little dear dearest good great big brave honest pretty sweet friend comrade says mister missis`)
	men        = set("mr sir master lord")
	women      = set("mrs miss mistress ms lady madam madame")
	// speech is verbs whose subject is a person.
	speech = set(`said says say cried asked answered replied returned exclaimed whispered thought told shouted laughed smiled nodded
		sighed muttered murmured knew felt wondered remarked observed continued inquired added remembered sobbed wept yelled
		called begged promised declared wished hoped seemed looked turned stared glanced married born died wrote himself herself
		who whom whose`)
	// places is words before names of places and things.
	places = set("the a an in into at near this that these those through across throughout within around on during until since")
	he     = set("he him his himself")
	she    = set("she her hers herself")
	it     = set("it its itself")
	// nicknames is common short forms of first names.
	nicknames = pairs(`tom thomas becky rebecca joe joseph bill william will william bob robert rob robert lizzy elizabeth eliza elizabeth
		liz elizabeth betty elizabeth dick richard jim james ned edward ted edward harry henry jack john kate catherine kitty catherine
		mike michael tony anthony peggy margaret maggie margaret meg margaret polly mary molly mary sally sarah nancy anne fanny frances
		charlie charles chuck charles ellen helen dan daniel dave david steve stephen andy andrew larry lawrence hal henry bess elizabeth`)
)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

func pairs(words string) map[string]string {
	all, list := map[string]string{}, strings.Fields(words)
	for i := 0; i+1 < len(list); i += 2 {
		all[list[i]] = list[i+1]
	}
	return all
}

// Thresholds, chosen on a novel.
const (
	shortest    = 3    // letters of a first name that begins a longer one: Huck, Huckleberry
	mostShort   = 100  // mentions of short names for each of a long one
	mostSecond  = 12   // mentions of a second form of a first name: more are another person's
	mostOfOne   = 2    // mentions of short names for a long name that occurs once
	rival       = 5    // a name with less than 1/rival of a long name's mentions is no rival
	minority    = 10   // forms of address of the other sex, 1/minority: more belong to a family
	nearShare   = 3    // at least 1/nearShare of the short name's mentions must be near the long one
	nearParts   = 10   // near is within 1/nearParts of the text
	nearBytes   = 2000 // or within this number of bytes
	leastPerson = 2    // signs of a person
	following   = 120  // bytes behind a name in which a pronoun shows the sex of the person
)

// person has the names of a document that may belong to one person.
type person struct {
	forms    []*personName
	mentions int
}

// personName is a name that may be a person's.
type personName struct {
	*name
	words []string // without ranks and adjectives
	rank  string   // of ranks, "" for none
	of    *person  // nil for a single word without a rank
	signs
}

// signs counts hints in the words around mentions.
type signs struct{ person, other, man, woman, wife, he, she int }

func (s *signs) add(o signs) {
	s.person, s.other, s.he, s.she = s.person+o.person, s.other+o.other, s.he+o.he, s.she+o.she
	s.man, s.woman, s.wife = s.man+o.man, s.woman+o.woman, s.wife+o.wife
}

// persons pairs short names of persons with the only long name in the document that contains them.
func (d *document) persons() []pair {
	var long, short []*personName
	for _, n := range d.names {
		p := d.personName(n)
		switch {
		case p == nil, len(p.words) == 1 && d.Entities[n.entity].Kind == entity.Title && len(d.Mentions) > 1:
		case len(p.words) == 1 && p.rank == "":
			short = append(short, p)
		default:
			long = append(long, p)
		}
	}
	all := d.groups(long)
	of := map[*person][]*personName{}
	for _, group := range sameWord(short) {
		if p := d.only(all, group); p != nil {
			of[p] = append(of[p], group...)
		}
	}
	var out []pair
	for _, p := range all {
		out = append(out, p.pairs(d, of[p])...)
	}
	return out
}

// personName reads a name; nil if it cannot be a person's.
func (d *document) personName(n *name) *personName {
	e := d.Entities[n.entity]
	if e.Kind != entity.Name && e.Kind != entity.Title {
		return nil
	}
	p := &personName{name: n, words: strings.Fields(e.Key)}
	for len(p.words) > 1 && (ranks[p.words[0]] || adjectives[p.words[0]] || len(n.at) <= 2 && len(p.words[0]) > 5 && strings.HasSuffix(p.words[0], "ly")) {
		if ranks[p.words[0]] {
			p.rank = p.words[0]
		}
		p.words = p.words[1:]
	}
	if len(p.words) > 3 || ranks[p.words[0]] || adjectives[p.words[0]] {
		return nil
	}
	for i, w := range p.words {
		if places[w] || strings.ContainsAny(w, "0123456789") || utf8.RuneCountInString(w) < 2 && (i == 0 || i == len(p.words)-1) {
			return nil
		}
		switch w {
		case "of", "de", "and", "or", "for", "to", "from", "st", "saint", "mt", "fort", "god", "may":
			return nil
		}
	}
	return p
}

// groups joins long names with the same last word and with first names of one person, and Miss Elizabeth with the
// only Elizabeth Bennet.
func (d *document) groups(long []*personName) []*person {
	var all []*person
	slices.SortStableFunc(long, func(a, b *personName) int { return cmp.Compare(min(len(b.words), 2), min(len(a.words), 2)) })
	for _, n := range long {
		var of []*person
		for _, p := range all {
			if d.onePerson(n, p) {
				of = append(of, p)
			}
		}
		if len(of) == 1 || len(of) > 1 && len(n.words) > 1 {
			n.of = of[0]
		}
		if n.of == nil {
			n.of = &person{}
			all = append(all, n.of)
		}
		n.of.forms = append(n.of.forms, n)
		n.of.mentions += len(n.at)
	}
	return all
}

// onePerson reports whether a long name and those of p may belong to one person.
func (d *document) onePerson(n *personName, p *person) bool {
	return slices.ContainsFunc(p.forms, func(other *personName) bool {
		switch {
		case len(other.words) == 1:
			return false
		case len(n.words) == 1:
			return n.words[0] == other.words[0] && (familiar[n.rank] || n.rank == other.rank) && p.mentions > 1 && d.isPerson(p.forms...)
		}
		if n.words[0] != other.words[0] && min(len(n.at), len(other.at)) > mostSecond {
			return false // Thomas and Tom Gradgrind, father and son
		}
		return last(n) == last(other) && oneFirstName(n.words[0], other.words[0]) &&
			(nicknames[n.words[0]]+nicknames[other.words[0]] != "" || d.isPerson(n, other))
	})
}

func last(n *personName) string { return n.words[len(n.words)-1] }

// oneFirstName reports whether two first names are forms of one name.
func oneFirstName(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || nicknames[a] == b || nicknames[b] == a || nicknames[a] != "" && nicknames[a] == nicknames[b] ||
		utf8.RuneCountInString(a) >= shortest && strings.HasPrefix(b, a)
}

// pairs leads the names of a person, with its short ones, to the main name: a title, or else the most frequent long
// name.
func (p *person) pairs(d *document, short []*personName) (out []pair) {
	kind := func(n *personName) entity.Kind { return d.Entities[n.entity].Kind }
	all := append(slices.Clone(p.forms), short...)
	main := slices.MaxFunc(all, func(a, b *personName) int {
		return cmp.Or(cmp.Compare(kind(a), kind(b)), cmp.Compare(min(len(a.words), 2), min(len(b.words), 2)),
			cmp.Compare(len(a.at), len(b.at)), cmp.Compare(b.entity, a.entity))
	})
	for _, n := range all {
		if n != main && kind(n) != entity.Title {
			out = append(out, pair{n.entity, main.entity})
		}
	}
	return out
}

// sameWord groups single names by their word: Tom, Poor Tom.
func sameWord(short []*personName) [][]*personName {
	var groups [][]*personName
	for _, n := range short {
		k := slices.IndexFunc(groups, func(g []*personName) bool { return g[0].words[0] == n.words[0] })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], n)
	}
	return groups
}

// only returns the only person whose name has the word of a group; nil if there is none, or several.
func (d *document) only(all []*person, short []*personName) *person {
	var best *person
	with, least, others := 0, 0, false
	for pass := range 2 {
		for _, p := range all {
			n := 0 // mentions with the word
			for _, f := range p.forms {
				if f.words[0] == short[0].words[0] || last(f) == short[0].words[0] {
					n += len(f.at)
				}
			}
			switch {
			case n == 0:
			case pass == 0 && n > with:
				best, with = p, n
			case pass == 1 && p != best && !ages[p.forms[0].rank] && n*rival >= with:
				return nil
			case pass == 1 && p != best:
				others = true
			}
		}
		if best == nil {
			return nil
		}
	}
	for _, n := range short {
		least += len(n.at)
	}
	if least > mostShort*with || with == 1 && least > mostOfOne && best.forms[0].rank == "" || !d.near(short, best) || !d.isPerson(append(slices.Clone(short), best.forms...)...) {
		return nil
	}
	s, l := d.signsOfAll(short), d.signsOfAll(best.forms)
	family := 2*s.wife > least && l.wife == 0 || min(s.man, s.woman)*minority > max(s.man, s.woman) ||
		last(best.forms[0]) == short[0].words[0] && s.man > 0 && others && 3*(l.man+l.woman) > best.mentions // Mr. John Knightley is another than Mr. Knightley
	if l.person == 0 || family || s.man > s.woman && l.she > l.he || s.woman > s.man && l.she <= l.he {
		return nil
	}
	return best
}

// near reports whether enough mentions of the short names are near a mention of the person.
func (d *document) near(short []*personName, p *person) bool {
	var at []uint32
	for _, n := range p.forms {
		for _, m := range n.at {
			at = append(at, m.Start)
		}
	}
	slices.Sort(at)
	reach, near, all := uint32(max(len(d.text)/nearParts, nearBytes)), 0, 0
	for _, n := range short {
		for _, m := range n.at {
			i, _ := slices.BinarySearch(at, m.Start)
			all++
			if i < len(at) && at[i]-m.Start <= reach || i > 0 && m.Start-at[i-1] <= reach {
				near++
			}
		}
	}
	return near*nearShare >= all
}

// isPerson reports whether the words around names are those around a person.
func (d *document) isPerson(names ...*personName) bool {
	s, least := d.signsOfAll(names), leastPerson
	if slices.ContainsFunc(names, func(n *personName) bool { return n.rank != "" }) {
		least = 1
	}
	return s.person >= least && s.person > 2*s.other
}

// signsOfAll adds up the signs of several names.
func (d *document) signsOfAll(names []*personName) (s signs) {
	for _, n := range names {
		s.add(d.signsOf(n))
	}
	return s
}

// signsOf reads the words around the mentions of a name.
func (d *document) signsOf(n *personName) signs {
	if n.signs != (signs{}) {
		return n.signs
	}
	for _, m := range n.at {
		n.signs.add(d.signsAt(m, n.rank != ""))
	}
	return n.signs
}

func (d *document) signsAt(m ner.Mention, ranked bool) (s signs) {
	before, own := lastWord(d.text[max(0, int(m.Start)-20):m.Start]), ner.Key(firstWord(d.text[m.Start:m.End]))
	for _, w := range []string{before, own} {
		if men[w] {
			s.man++
			s.person++
		}
		if women[w] {
			if s.woman++; w == "mrs" {
				s.wife++
			}
			s.person++
		}
	}
	if places[before] && !ranked {
		s.other++
	}
	if speech[before] {
		s.person++
	}
	rest := d.text[m.End:min(len(d.text), int(m.End)+following)]
	for i, w := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\n' || r == ',' || r == '(' || r == '"' || r == '”' }) {
		end := strings.ContainsAny(w, ".!?;")
		w = strings.Trim(strings.ToLower(w), ".!?;:'’")
		switch {
		case i == 0 && speech[w], i == 1 && w == "himself", i == 1 && w == "herself":
			s.person++
		case he[w]:
			s.he++
			s.person++
			return s
		case she[w]:
			s.she++
			s.person++
			return s
		case it[w]:
			s.other++
			return s
		}
		if end {
			break
		}
	}
	return s
}

// lastWord returns the key of the last word of s, firstWord the first word as it is written.
func lastWord(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 || strings.TrimRight(s, " \n") == s {
		return ""
	}
	return ner.Key(words[len(words)-1])
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}
