package extract

import (
	"slices"
	"strings"

	"mycel/builder/summary"
)

// Limits of questions. QuestionTokens is the expected length of an answer.
const (
	MaxQuestions     = 5 // of a text
	QuestionTokens   = 120
	maxQuestionWords = 40
	maxQuestionBytes = 400
)

// QuestionsPrompt asks which questions a text answers. path is its title and the headings above it, from the top.
func QuestionsPrompt(path []string, text string) string {
	return summary.WithData("Below is a section of a document. Write questions that a reader would ask and that the section answers, at most five, each on a line\n"+
		"question | QUESTION\n"+
		"Ask in the language of the text, as somebody does who has not read it and does not know its words. Copy names of code as they are. Write nothing else.",
		"Section: "+line(strings.Join(path, " > "))+"\n\nText:\n"+strings.TrimSpace(text))
}

// ParseQuestions reads the answer to QuestionsPrompt. It returns each question once, and the number of lines that
// are not questions.
func ParseQuestions(answer string, cut bool) (questions []string, dropped int) {
	for l := range lines(answer, cut) {
		kind, rest := cutKind(l)
		q := Bounded(rest, maxQuestionWords, maxQuestionBytes)
		if kind != "question" || q == "" || len(questions) == MaxQuestions || slices.Contains(questions, q) {
			dropped++
			continue
		}
		questions = append(questions, q)
	}
	return questions, dropped
}
