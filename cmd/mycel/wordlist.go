package main

import (
	"fmt"
	"slices"
	"strings"

	"mycel/cmd/mycel/internal/usage"
)

// wordList is the value of a flag: some of a few words, in any order.
type wordList struct {
	words, known []string
	all          bool // whether “all” stands for every word
}

// allWords stands for every word of a wordList.
const allWords = "all"

func (l wordList) String() string { return strings.Join(l.words, ",") }

func (l *wordList) Set(s string) error { return l.Replace(strings.Split(s, ",")) }

func (wordList) Type() string { return "list" }

// Append, Replace and GetSlice make it a list in configuration files, too.
func (l *wordList) Append(word string) error { return l.Replace(append(l.GetSlice(), word)) }

func (l *wordList) Replace(words []string) error {
	known := l.known
	if l.all {
		known = append(slices.Clone(known), allWords)
	}
	var list []string
	for _, word := range words {
		switch word = strings.TrimSpace(word); {
		case !slices.Contains(known, word) || slices.Contains(list, word):
			return fmt.Errorf("got %q, want different ones of %s, with commas between them%s", word, strings.Join(known, ", "), usage.DidYouMean(usage.Near(known, word)))
		case l.all && word == allWords:
			list = append(list, l.known...)
		default:
			list = append(list, word)
		}
	}
	l.words = list
	return nil
}

func (l *wordList) GetSlice() []string { return slices.Clone(l.words) }

func (l *wordList) has(word string) bool { return slices.Contains(l.words, word) }
