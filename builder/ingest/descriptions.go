package ingest

import "mycel/builder/ingest/document"

// leaveOutSiteDescriptions removes the description of HTML pages if a page with another title has the
// same one: it describes the site, so only the front page keeps it. Copies of a page, such as other
// versions, have its title.
func leaveOutSiteDescriptions(c *document.Corpus) {
	titles := map[string]string{} // description → title of its first page, "" if there are several
	description := func(d *document.Document) (string, bool) {
		text, ok := d.Meta[document.Description]
		return text, ok && d.HTML
	}
	for i := range c.Documents {
		d := &c.Documents[i]
		if text, ok := description(d); ok {
			if title, known := titles[text]; known && title != d.Title {
				titles[text] = ""
			} else {
				titles[text] = d.Title
			}
		}
	}
	for i := range c.Documents {
		d := &c.Documents[i]
		if text, ok := description(d); ok && titles[text] == "" && d.ID != "index.html" {
			d.Meta = nil
			d.ChangeMark("description")
		}
	}
}
