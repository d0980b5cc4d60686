// Package job holds the tools of a build in stages: splits of the sources, files in one folder,
// and records on their way from mappers to reducers. It does not depend on the engine that runs
// the tasks.
package job
