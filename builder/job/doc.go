// Package job holds what the tasks of a build in stages share: splits of the sources, files in one
// folder, and records on their way from mappers to reducers. It knows no engine that runs tasks.
package job
