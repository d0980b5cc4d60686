package main

// plain tells that escape sequences are not wanted, even on a terminal.
func (p *program) plain() bool { return p.env("NO_COLOR") != "" || p.env("TERM") == "dumb" }

// ci tells that a continuous integration service reads along: all of the common ones set CI.
func (p *program) ci() bool {
	value := p.env("CI")
	return value != "" && value != "false"
}
