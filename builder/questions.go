package builder

import (
	"mycel/builder/llm"
	"mycel/builder/questions"
)

// askQuestions makes a model write the questions that chunks answer, if the configuration
// names a model.
func askQuestions(r *run, a *analysed) error {
	if r.Questioner == nil {
		return nil
	}
	reader := llm.NewReader("questions", r.Questioner, r.counter.Count, r.inPhase("asking "+r.Questioner.ModelName()))
	err := questions.Ask(r.ctx, reader, a.asCorpus())
	r.report.Questions = &reader.Said
	r.report.Warnings = append(r.report.Warnings, reader.Warnings...)
	return err
}

// planQuestions returns the usage of askQuestions. It reads only the cache.
func planQuestions(r *run, a *analysed) (*llm.Usage, error) {
	reader := llm.NewPlanner("questions", r.Questioner, r.counter.Count, false, map[string]bool{})
	err := questions.Ask(r.ctx, reader, a.asCorpus())
	return reader.Plan, err
}

func (a *analysed) asCorpus() questions.Corpus {
	return questions.Corpus{Pages: a.pages, Forms: a.forms, Analyser: a.analyser, Languages: a.languages}
}
