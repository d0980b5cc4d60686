//go:build js && wasm && !core

package main

import "mycel/engine"

//go:wasmexport mycel_retrieve
func retrieve() (status uint32) {
	return ask(func(request []byte) (result, error) {
		query, options, err := open.ParseEvidenceRequest(request)
		if err != nil {
			return nil, err
		}
		return open.Retrieve(query, options)
	})
}

//go:wasmexport mycel_overview
func overview() (status uint32) {
	return ask(func(request []byte) (result, error) {
		topic, budget, err := engine.ParseOverviewRequest(request)
		if err != nil {
			return nil, err
		}
		return open.Overview(topic, budget)
	})
}

//go:wasmexport mycel_related
func related() (status uint32) {
	return ask(func(request []byte) (result, error) {
		of, k, err := engine.ParseRelatedRequest(request)
		if err != nil {
			return nil, err
		}
		return open.Related(of, k)
	})
}
