package main

// constants are the values that variables of the runtime always have in an engine for
// the browser, where there is no environment, no other thread and no C. The compiler
// folds them, and the linker drops the code that only other values led to.
var constants = map[string]string{
	// Switches of GODEBUG. Collections stop the program (gcstoptheworld, RATIONALE.md), which is why the engines
	// have no write barriers: -wb=false in the Makefile is wrong without this switch.
	"debug.adaptivestackstart":       "int32(0)",
	"debug.cgocheck":                 "int32(0)",
	"debug.checkfinalizers":          "int32(0)",
	"debug.clobberfree":              "int32(0)",
	"debug.dontfreezetheworld":       "int32(0)",
	"debug.efence":                   "int32(0)",
	"debug.gccheckmark":              "int32(0)",
	"debug.gcpacertrace":             "int32(0)",
	"debug.gcshrinkstackoff":         "int32(0)",
	"debug.gcstoptheworld":           "int32(2)",
	"debug.gctrace":                  "int32(0)",
	"debug.inittrace":                "int32(0)",
	"debug.invalidptr":               "int32(1)",
	"debug.malloc":                   "false",
	"debug.profstackdepth":           "int32(0)",
	"debug.sbrk":                     "int32(0)",
	"debug.scavtrace":                "int32(0)",
	"debug.scheddetail":              "int32(0)",
	"debug.schedtrace":               "int32(0)",
	"debug.traceCheckStackOwnership": "int32(0)",
	"debug.traceadvanceperiod":       "int32(0)",
	"debug.tracebackancestors":       "int32(0)",
	"debug.tracefpunwindoff":         "int32(0)",
	"debug.updatemaxprocs":           "int32(0)",

	// One thread, no bubbles of tests, no arenas.
	".bubble":           "(*synctestBubble)(nil)",
	".isUserArenaChunk": "false",
	".lockedg":          "guintptr(0)",
	".lockedm":          "muintptr(0)",

	// Not a library, no C, no profile, no tracer.
	"MemProfileRate":   "int(0)",
	"inittrace.active": "false",
	"useCheckmark":     "false",
	"isarchive":        "false",
	"iscgo":            "false",
	"islibrary":        "false",
}
