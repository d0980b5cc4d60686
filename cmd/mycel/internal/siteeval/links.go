package siteeval

import (
	"os"

	"gopkg.in/yaml.v3"

	"mycel/builder/terms"
)

// WriteLinks writes a file of queries from the texts of links, whose targets should be found. The page with a
// link is left out of its answers, and the links of one page are a group.
func WriteLinks(name string, texts []terms.LinkText) error {
	type entry struct {
		Query string   `yaml:"query"`
		Want  []string `yaml:"want,flow"`
		Group string   `yaml:"group"`
		ID    string   `yaml:"id"`
	}
	var doc struct {
		Queries []entry `yaml:"queries"`
	}
	for _, t := range texts {
		doc.Queries = append(doc.Queries, entry{t.Text, t.To, t.From, t.From})
	}
	out, err := yaml.Marshal(&doc)
	if err != nil {
		return err
	}
	return os.WriteFile(name, out, 0o644)
}
