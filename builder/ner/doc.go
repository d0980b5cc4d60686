// Package ner finds the entities of a corpus by rules, without a model.
//
// It works in two phases. Scan reads one document by itself, so that its result can be cached and documents can be read
// in parallel. NewLexicon then sees the whole corpus and decides which candidates are entities; Lexicon.Mentions lists
// where a document mentions them.
//
// # Candidates
//
//   - Capitalised spans of at most six tokens: a capitalised word,
//     then capitalised words and numbers, with up to two connectors (of, the, de,
//     van, …) in a row between them. Words of a span are separated by one space,
//     a hyphen, an apostrophe, "&", or the full stop of an initial. "and" is no
//     connector: it glues two entities together, and no link leads over both.
//     Function words at the front ("The", "In", "However") are dropped.
//   - Codes: words of capitals (NASA), of letters and digits (x86, HTTP2), with
//     capitals inside (HashMap, useEffect), joined by underscores (use_effect),
//     or a capitalised word with a file or domain ending (Cargo.toml).
//   - Terms: runs of common nouns, see TermMode.
//
// Listings have no terms and no spans of several words: the keywords of a programming language look like these.
//
// # Decisions
//
// A capital letter proves a name only where the position does not ask for it, so a single capitalised word is an entity
// if it is capitalised inside sentences often enough compared with its lower-case use (the idea of truecasing, Lita et
// al. 2003). Sentences in capitals ("shouting") prove nothing at all. Numbers, ordinals, months, weekdays and
// references such as "Listing 4-2" are dropped.
//
// Page titles form a gazetteer. A title is found wherever its tokens occur, across commas and other marks only where it
// has such a mark itself ("Washington, D.C."). Where the text shows no capital, a title is found only if it is a common
// noun: written in lower case in the body of its own page (and not much more often everywhere else), or in the title,
// and not a verb alone ("use"). Headings enter the gazetteer with at least two content words, unless they name a part
// of a document ("Getting Started") or head sections of templateHeadings or more pages; single words of headings are
// vocabulary for terms and nothing else.
//
// # Mentions
//
// At the top level mentions do not overlap: leftmost-longest over the tokens of a sentence. Inside a longer mention,
// entities are reported again with Mention.Nested set: the parts of a span around its connectors and numbers
// (University of Oxford: Oxford; Rust 2018: Rust) if longer than three characters, the capitalised spans inside a title
// (Hall and Oates: Oates), and known entities of two or more words inside a longer one (President Barack Obama: Barack
// Obama). A part is an entity by its own evidence, or because two different spans share it.
//
// # Keys
//
// The key of an entity is the keys of its tokens (package text) joined by single spaces; that of a common noun has its
// last word in the singular (Singular). So the entities of a query are found from its tokens alone: look up the key,
// the alias, then the singular.
//
// # Languages
//
// The lists of verbs, vague words and terms are English. For other languages the function words are articles and a few
// companions, and entities are capitalised spans, codes and titles. German writes all nouns with a capital: a word with
// articles is a common noun there, and an entity only if titles make it one (nouns.go). In Chinese, Japanese and Korean
// names are repeated segments between function words, quoted text, and runs of katakana (unspaced.go). Package names
// joins forms and short names of one entity.
package ner
