//go:build js && wasm && !core

package main

import "mycel/engine"

//go:wasmexport mycel_retrieve
func retrieve() uint32 {
	return ask(func(e *engine.Engine, request []byte) (result, error) {
		query, options, err := engine.ParseEvidenceRequest(request)
		if err != nil {
			return nil, err
		}
		return e.Retrieve(query, options)
	})
}

//go:wasmexport mycel_overview
func overview() uint32 {
	return ask(func(e *engine.Engine, request []byte) (result, error) {
		topic, budget, err := engine.ParseOverviewRequest(request)
		if err != nil {
			return nil, err
		}
		return e.Overview(topic, budget)
	})
}

//go:wasmexport mycel_related
func related() uint32 {
	return tell(func(e *engine.Engine, of string, k int) (result, error) { return e.Related(of, k) })
}

//go:wasmexport mycel_entity
func entity() uint32 {
	return tell(func(e *engine.Engine, name string, k int) (result, error) {
		return engine.EntityRequest{Name: name, K: k}.Ask(e)
	})
}

// tell answers a request about a document, a section or an entity.
func tell(question func(e *engine.Engine, of string, k int) (result, error)) uint32 {
	return ask(func(e *engine.Engine, request []byte) (result, error) {
		of, k, err := engine.ParseRelatedRequest(request)
		if err != nil {
			return nil, err
		}
		return question(e, of, k)
	})
}
