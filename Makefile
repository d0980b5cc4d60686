# Mycel: the few verbs. `make demo` and `make test` are all a newcomer needs.
SHELL   := bash
.SHELLFLAGS := -euo pipefail -c
VERSION := $(shell cat version.txt)
# Builds and tests compile with the same flags, so that neither compiles what the other has.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath
export CGO_ENABLED := 0
DIST    := site/dist
NODE    ?= node

# Download budgets in bytes, as shipped, of the search engine and the full engine; `make size`
# fails above them.
CORE_BUDGET  := 138000
WHOLE_BUDGET := 233500

.SECONDARY:
.PHONY: build wasm dist test test-go test-wasm test-js test-browser soak check fuzz bench size demo site clean

## build: bin/mycel, one static binary with the engine, client and page inside
build: dist
	go build -ldflags "-s -w" -o bin/mycel ./cmd/mycel

## stage: bin/mycel-stage, which builds in tasks for many machines (docs/many-machines.md)
.PHONY: stage
stage: dist
	go build -ldflags "-s -w" -o bin/mycel-stage ./cmd/mycel-stage

## beam: bin/mycel-beam, the same tasks on Apache Beam; a module of its own, which takes minutes to compile
## test-beam: its tests, on Beam's runner Prism
.PHONY: beam test-beam
beam:
	go build -C beam -ldflags "-s -w" -o ../bin/mycel-beam .
test-beam:
	cd beam && test -z "$$(gofmt -l .)" && go mod tidy -diff && go vet ./... && go test ./...

## lab: build/mycel-lab, which measures and trains; a module of its own
## test-lab: its tests
LAB := build/mycel-lab
.PHONY: lab test-lab
lab: dist
	go build -C lab -o ../$(LAB) .
test-lab: dist
	cd lab && go mod tidy -diff && go vet ./... && go test ./...

## wasm: the engines for the browser, the search engine and the full engine. They are reproducible: no
## paths, no build id
ENGINES := build/mycel-core.wasm build/mycel.wasm
wasm: $(ENGINES)
build/mycel-core.wasm: TAGS := core
LINK := -X main.version=$(VERSION) -buildid=
ENGINE_SOURCES := $(shell find engine wasm -name '*.go' -not -name '*_test.go') go.mod version.txt
ENGINE_BUILD := GOOS=js GOARCH=wasm go build -buildvcs=false
# The engines have a Go runtime without a collector of garbage and without a scheduler (wasm/overlay), and are
# rewritten after linking (wasm/flat). Nothing is collected while the program runs, so that it needs no write
# barriers: -wb=false is right with this runtime alone. OVERLAY=no builds engines with Go's whole runtime. Go
# takes no folder for a package whose name begins with an underscore.
OVERLAY ?= yes
ifeq ($(OVERLAY),yes)
build/_overlay/overlay.json: $(wildcard wasm/overlay/*) $(wildcard $(shell go env GOROOT)/VERSION)
	go run ./wasm/overlay -o $(@D)
build/%.wasm: $(ENGINE_SOURCES) build/_overlay/overlay.json
	$(ENGINE_BUILD) -overlay build/_overlay/overlay.json -gcflags=all=-wb=false -tags "$(TAGS)" -ldflags "-w $(LINK)" -o build/$*.linked ./wasm
	go run ./wasm/flat -o $@ build/$*.linked
	rm build/$*.linked
build/%.columns: build/%.wasm $(wildcard wasm/columns/*.go)
	go run ./wasm/columns/split -o $@ $<
else
build/%.wasm: $(ENGINE_SOURCES)
	mkdir -p build
	$(ENGINE_BUILD) -tags "$(TAGS) collector" -ldflags "-s -w -X runtime.godebugDefault=gcstoptheworld=1 $(LINK)" -o $@ ./wasm
build/%.columns: build/%.wasm
	cp $< $@
endif

# Zopfli saves a twentieth of the bytes and takes minutes on a busy machine: a demo does without (FAST=yes).
PACKED := $(if $(FAST),fast.gz,gz)
build/%.wasm.fast.gz: build/%.columns
	gzip -9nc $< > $@
build/%.wasm.gz: build/%.columns js/scripts/gzip.js | js/node_modules
	$(NODE) js/scripts/gzip.js $< $@

## dist: every file a browser needs beside an index, embedded into the binary
dist: $(ENGINES:%=%.$(PACKED))
	find $(DIST) -mindepth 1 -not -name .gitkeep -delete
	mkdir -p $(DIST)/client
	for engine in $(ENGINES); do cp $$engine.$(PACKED) $(DIST)/$$(basename $$engine).gz; done
	find site/classic -mindepth 1 -not -name .gitkeep -delete
	go run ./site/pack -client js/src -page site/page -playground site/playground -map site/map -out $(DIST) -classic site/classic

## test: everything that can be tested on this machine; installs what it needs. The tests in
## Go and those of the client run side by side, because browsers keep the client waiting. Each
## half prints when it is done, and one that fails fails the whole. The names of tests that failed come last
# `make check` vets, what go test would do again for each package. Without symbols and tables for
# debuggers, test programs are linked in a third of the time.
# The limits of time end what hangs: a machine with others at work takes twenty times as long.
GO_TEST       := go test -vet=off -ldflags="-s -w" -timeout 60m
GO_TESTS      := $(GO_TEST) ./...
# In Node: the packages with arithmetic, with bits and bytes, and with results to the bit. The
# others do nothing that a platform could do differently, and ./wasm asks the shipped engines.
WASM_PACKAGES := . bitmap bundle graph ktruss lexical msgpack ppr query rank text vector wire
WASM_TESTS    := PATH="$$(go env GOROOT)/lib/wasm:$$PATH" GOOS=js GOARCH=wasm $(GO_TEST) $(WASM_PACKAGES:%=./engine/%)
CLIENT_TESTS  := cd js && npm test
BROWSER_TESTS := cd js && npm run test:browser
HALVES        := go-half client-half
.PHONY: $(HALVES)
test:
	@$(MAKE) --no-print-directory -j2 build stage js/node_modules build/testdata/bundle site
	.ci/chromium
	.ci/browsers
	@echo "tests in Go, and of the client: what they print follows when they are done"
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(HALVES) 2>&1 | tee build/tests.log || \
	  { echo; echo "failed:"; grep -E '^ *(--- FAIL|✖ .*ms\)|panic: )|^FAIL\>' build/tests.log | sort -u; exit 1; }

# Both halves find the program built, and build nothing that the other one reads.
go-half:
	$(GO_TESTS)
	$(WASM_TESTS)
client-half:
	$(CLIENT_TESTS)
	$(BROWSER_TESTS)

test-go: dist
	$(GO_TESTS)

## race: the tests in Go with the race detector, which takes several times as long; needs a C compiler
.PHONY: race
race: dist
	CGO_ENABLED=1 go test -vet=off -race -timeout 60m ./...

## test-wasm: tests of the engine's arithmetic, encodings and results for the browser's platform, in Node
test-wasm:
	$(WASM_TESTS)

js/node_modules: js/package-lock.json
	cd js && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

# The bundle that the client's tests open.
build/testdata/bundle: build
	bin/mycel build --quiet --docs builder/testdata/handbook --output-path $@

test-js: build stage js/node_modules build/testdata/bundle
	$(CLIENT_TESTS)

## npm: the npm package and the packages with the command for each platform, as they are
## published; PLATFORMS="linux-x64 wasm" makes these only
.PHONY: npm test-install
PLATFORMS ?=
npm: dist js/node_modules
	rm -rf build/npm
	$(NODE) js/scripts/packages.js build/npm $(PLATFORMS)

## test-install: the packages of `make npm`, installed into an empty folder and used without a network
test-install: npm
	cd js && npm run test:install

## wheels: the command for pip, a wheel for each platform; WHEELS=linux-amd64 makes this one
.PHONY: wheels
WHEELS ?=
wheels: dist
	rm -rf build/wheels
	release/wheels.py build/wheels $(WHEELS)

## release-check: workflows and release configuration, and the release of this commit, made and used without publishing it
.PHONY: release-check
RELEASE_TOOLS := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 github.com/goreleaser/goreleaser/v2@v2.15.1 \
  github.com/anchore/syft/cmd/syft@v1.57.0 github.com/google/go-containerregistry/cmd/crane@v0.22.1
release-check: dist
	for tool in $(RELEASE_TOOLS); do GOBIN=$(CURDIR)/build/tools go install $$tool; done
	PATH="$(CURDIR)/build/tools:$$PATH" release/check.sh

## test-sites: site tools as their starters make them, with the plugin of each, in Chromium;
## needs the network. SITES="vitepress vite" tests these only
.PHONY: test-sites
SITES ?= *
test-sites: PLATFORMS := $(shell $(NODE) -p '`$${process.platform}-$${process.arch}`')
test-sites: WHEELS := $(shell go env GOOS)-$(shell go env GOARCH)
test-sites: npm wheels
	.ci/chromium
	cd js && $(NODE) --test --test-force-exit --test-concurrency=1 --test-timeout=1200000 $(SITES:%=test/sites/%.test.js)

test-browser: build js/node_modules build/testdata/bundle site
	.ci/chromium
	.ci/browsers
	$(BROWSER_TESTS)

## soak: the tests that take minutes to hours (TestSoak… in Go, `npm run soak` in the client),
## and known vulnerabilities, where their databases can be reached. SOAK=TestSoakName runs one.
## Tests on the data sets below DATA skip themselves where these are missing
DATA ?= ../shared/data
SOAK ?= TestSoak
# mutants changes SEED's draw of conditions and constants, one at a time in an overlay, and says which test sees each. It takes
# an hour: for a mutant that survives its package, the tests of the folders above and those across packages run, too. In a
# minute: build/mutants -own -only engine/text/ -n 100, the package's own tests alone.
.PHONY: mutants
SEED = 3
mutants:
	go build -C lab -o ../build/mutants ./mutants
	build/mutants -seed $(SEED)

soak: build js/node_modules build/testdata/bundle
	MYCEL_SOAK=1 MYCEL_DATA="$(abspath $(DATA))" go test -count=1 -run '$(SOAK)' -timeout 3h ./...
	cd js && MYCEL_SOAK=1 npm run soak --if-present
	.ci/audit

## check: what a change must pass before it is looked at
check: dist js/node_modules
	test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	.ci/tics
	go vet ./... && go vet -C lab ./...
	GOOS=js GOARCH=wasm go vet ./engine/... ./wasm
	go mod tidy -diff
	go generate ./engine/text && git diff --exit-code -- engine/text/foldtable.go
	git diff --exit-code -- js/src/ui/styles
	cd js && npm run check

## fuzz: every fuzz target for a while (FUZZTIME=20s each)
FUZZTIME ?= 20s
fuzz: dist
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
	    echo "== $$p $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p; \
	  done; \
	done

## size: what a reader downloads for the engine; fails above the budget
size: dist
	@$(NODE) js/scripts/size.js build/mycel-core.wasm $(CORE_BUDGET) build/mycel.wasm $(WHOLE_BUDGET)

## bench: open and search in the three engines, on synthetic corpora (the large one
## in two) and, where the data is there, on HotpotQA
bench: build/mycel.wasm lab
	$(LAB) bench
	$(LAB) bench --passages 70000 --modes auto,graph_rrf --engines native,Node
	test ! -d $(DATA)/hotpotqa || $(LAB) bench --jsonl $(DATA)/hotpotqa/corpus.jsonl --queries $(DATA)/hotpotqa/queries.jsonl

## sizes: bundles, first queries and builds of the corpora below DATA, and of Java's API where JAVA
## names the folder; writes docs/measurements.md
.PHONY: sizes
JAVA ?= $(wildcard $(DATA)/java/api)
sizes: build lab
	$(LAB) sizes --document docs/measurements.md "Rust book=docs:$(DATA)/rust-book=evaldata/rust-book-queries.txt" \
	  "HotpotQA=jsonl:$(DATA)/hotpotqa/corpus.jsonl=$(DATA)/hotpotqa/queries.jsonl" \
	  $(if $(JAVA),"Java=site:$(JAVA)=evaldata/java-queries.txt")

## scale: building and asking synthetic corpora of 10,000 to a million passages, with
## the exponents of growth; the largest takes minutes and 4 GB (SCALE=10000,100000 for less)
.PHONY: scale
SCALE ?= 10000,100000,1000000
scale: build lab
	$(LAB) bench scale --wasm build/mycel.wasm --passages $(SCALE) --memory 4GiB

## bench-keys: search as you type, at every key, in Node
.PHONY: bench-keys
bench-keys: build/mycel.wasm lab
	$(LAB) bench keys --wasm $< --docs $(DATA)/rust-book
	$(LAB) bench keys --wasm $< --jsonl $(DATA)/hotpotqa/corpus.jsonl --queries $(DATA)/hotpotqa/queries.jsonl

## bench-network: the first search over a slow link, in Chromium: caches empty, full, with
## the engine of an earlier build, and a search whose engine is there (WATERFALL=--waterfall
## for the requests of one visit each); then Mycel beside Pagefind on the same HTML, which
## writes docs/pagefind.md: the Rust book and, where JAVA names the folder, Java's API
.PHONY: bench-network bench-pagefind
bench-network: build js/node_modules
	.ci/chromium
	bin/mycel build --quiet --docs $(DATA)/rust-book --output-path build/network/now
	bin/mycel build --quiet --docs $(DATA)/rust-book --chunk-tokens 300 --output-path build/network/before
	$(NODE) js/scripts/network.js $(WATERFALL) build/network/now build/network/before "shared state concurrency" "lifetime annotations" "trait objects"
	$(MAKE) bench-pagefind

PAGEFIND := 1.6.0
build/npm/node_modules/.bin/pagefind:
	npm install --no-audit --no-fund --no-save --prefix build/npm pagefind@$(PAGEFIND)

# index-sites: bundles of Mycel and indexes of Pagefind in the folders of HTML below a folder
index-sites = for site in $(1)/*; do \
	  bin/mycel build --quiet --site $$site --output-path $$site/mycel; \
	  build/npm/node_modules/.bin/pagefind --quiet --site $$site; \
	done

bench-pagefind: build js/node_modules build/npm/node_modules/.bin/pagefind lab
	rm -rf build/pagefind; mkdir -p build/pagefind
	$(LAB) html $(DATA)/rust-book build/pagefind/rust
	$(if $(JAVA),cp -r $(JAVA)/. build/pagefind/java)
	$(call index-sites,build/pagefind)
	$(NODE) js/scripts/compare.js docs/pagefind.md $(PAGEFIND) "Rust book=build/pagefind/rust=evaldata/rust-book-queries.txt" $(if $(JAVA),"Java=build/pagefind/java=evaldata/java-queries.txt")

## bench-map: frames while the map of the site in JAVA is dragged and zoomed, in Chromium
.PHONY: bench-map
bench-map: build js/node_modules
	.ci/chromium
	bin/mycel build --quiet --site $(JAVA) --output-path build/map/bundle
	bin/mycel overview --bundle build/map/bundle --html build/map/map.html
	cd js && $(NODE) scripts/frames.js ../build/map/map.html ../build/map

## compare: ranking and bytes beside libraries for search, on the questions below DATA, and short
## queries beside MiniSearch and Pagefind; writes docs/compare.md
.PHONY: compare compare-short
LIBRARIES := minisearch@7.2.0 lunr@2.3.9 flexsearch@0.8.212 @orama/orama@3.1.18 esbuild@0.25
compare: build js/node_modules
	npm install --no-audit --no-fund --no-save --prefix build/libraries $(LIBRARIES)
	cd js && $(NODE) scripts/libraries.js $(abspath $(DATA))/docs-questions ../bin/mycel ../build/libraries ../docs/compare.md
	$(MAKE) compare-short

compare-short: build js/node_modules lab
	npm install --no-audit --no-fund --no-save --prefix build/npm $(filter minisearch@%,$(LIBRARIES)) pagefind@$(PAGEFIND)
	rm -rf build/short
	$(LAB) html $(DATA)/rust-book build/short/rust-book
	$(LAB) html $(DATA)/docs-questions/rust-reference build/short/rust-reference
	$(call index-sites,build/short)
	$(NODE) js/scripts/short.js build/npm docs/compare.md "Rust book=build/short/rust-book" "Rust reference=build/short/rust-reference"

## picture: the moving picture of the README, recorded in Chromium; writes docs/search.webp
.PHONY: picture
picture: site js/node_modules
	.ci/chromium
	npm install --no-audit --no-fund --no-save --prefix build/picture/tools sharp@0.35.5
	cd js && $(NODE) scripts/picture.js ../$(SITE) ../docs/search.webp

## eval: retrieval on every data set below DATA that has labelled queries, both
## halves, all modes, in the three engines; those in HARDER also without titles, and
## asked in lower case; writes docs/evaluation.md. With FIRST=20, of the first 20
## queries of each half and to build/evaluation/evaluation.md alone
.PHONY: eval
HARDER := hotpotqa 2wikimultihopqa
FIRST ?=
EVALUATION := build/evaluation
WAZERO_MODES := auto,bm25,bridge,e2graph,graph,graph_hybrid,graph_dense,graph_rrf,dense
eval: build lab
	@rm -rf $(EVALUATION); mkdir -p $(EVALUATION)
	@measure() { echo "$$1"; $(LAB) eval --json $(if $(FIRST),--first $(FIRST)) "$${@:2}" > "$(EVALUATION)/$$1.json"; }; \
	for queries in $(DATA)/*/queries.jsonl; do \
	  test -e "$$queries" || { echo "no data set with queries.jsonl below $(DATA)"; exit 1; }; \
	  dir=$$(dirname "$$queries"); set=$$(basename "$$dir"); bundle=$(EVALUATION)/$$set; \
	  measure $$set-odd-native --dataset $$dir --split odd --keep $$bundle; \
	  measure $$set-even-native --dataset $$dir --split even --bundle $$bundle; \
	  measure $$set-even-node --dataset $$dir --split even --bundle $$bundle --engine node; \
	  measure $$set-even-wazero --dataset $$dir --split even --bundle $$bundle --engine wazero --modes $(WAZERO_MODES); \
	  for split in odd even; do \
	    measure $$set-contexts-$$split --dataset $$dir --split $$split --bundle $$bundle --budgets 2000,12000; \
	    if [[ " $(HARDER) " == *" $$set "* ]]; then \
	      measure $$set-lower-case-$$split --dataset $$dir --split $$split --bundle $$bundle --lower-case --modes auto,bm25,graph_hybrid; \
	      measure $$set-without-titles-$$split --dataset $$dir --split $$split --without-titles --modes auto,bm25,graph_hybrid; \
	    fi; \
	  done; \
	  rm -r $$bundle; \
	done
	@$(LAB) page $(if $(FIRST),,--document docs/evaluation.md) $(EVALUATION)/*.json

## modes: the default mode beside every other, on the questions and data sets below DATA; writes tables
## of docs/evaluation.md. With FIRST=20 it prints the modes for the first 20 queries of each half
.PHONY: modes
MODES_SETS := hotpotqa 2wikimultihopqa scifact
modes: lab
	$(LAB) modes --questions $(DATA)/docs-questions $(if $(FIRST),--first $(FIRST),--document docs/evaluation.md) $(MODES_SETS:%=$(DATA)/%)

## contexts: gold and answers in contexts of equal tokens, all modes, both halves of the data
## sets, and of long documents; writes the tables and the plot of docs/papers.md, and the tables
## of docs/long-documents.md
.PHONY: contexts
CONTEXTS := 2wikimultihopqa hotpotqa
CONTEXTS_FIRST ?= 100
contexts: lab
	@mkdir -p $(EVALUATION)
	for set in $(CONTEXTS); do for split in odd even; do \
	  $(LAB) eval --json --dataset $(DATA)/$$set --split $$split --first $(CONTEXTS_FIRST) --budgets 500,1000,2000,4000 > $(EVALUATION)/tokens-$$set-$$split.json; \
	done; done
	$(LAB) long --rust-book $(DATA)/rust-book --dir $(EVALUATION)/long --document docs/long-documents.md > /dev/null
	$(LAB) contexts --document docs/papers.md $(EVALUATION)/tokens-*.json $(EVALUATION)/long/*.json

## papers: each paper's parameters, one at a time, on two data sets and long documents; writes the tables of
## docs/papers.md
.PHONY: papers
papers: lab
	$(LAB) papers --rust-book $(DATA)/rust-book --dir $(EVALUATION)/papers --document docs/papers.md $(CONTEXTS:%=$(DATA)/%)

## words: frequent words of languages, which are no misspellings, counted in the texts below DATA
## and in what Debian has of other languages; writes builder/stem/common.txt
.PHONY: words
LOCALE := /usr/share/locale
words: lab
	$(LAB) words \
	  en:3000=$(DATA)/hotpotqa/corpus.jsonl,$(DATA)/2wikimultihopqa/corpus.jsonl,$(DATA)/scifact/corpus.jsonl,$(DATA)/rust-book,$(DATA)/docs-questions/*-docs,$(DATA)/docs-questions/rust-reference \
	  $(foreach l,da de es fi fr hu it nl pt ru sv,'$l:500=/usr/share/man/$l,$(LOCALE)/$l/LC_MESSAGES/*.mo') \
	  'no:500=$(LOCALE)/nb/LC_MESSAGES/*.mo'

## rerank: grow the trees of the bridge walk anew, from the data sets below DATA and
## the project's own; for when the walk or its features have changed
.PHONY: rerank
rerank: lab
	$(LAB) rerank $(DATA) evaldata

## site: the documentation as a web site by VitePress, with its own search, a live demo on the
## documentation of this machine's Go, and a playground and a map for either
SITE := build/demo
site: build site/node_modules
	cd site && MYCEL_BINARY="$(CURDIR)/bin/mycel" node_modules/.bin/vitepress build
	go run ./site/godoc $(SITE)/demo
	bin/mycel build --quiet --playground --map --site $(SITE)/demo --output-path $(SITE)/demo/mycel

# VitePress, and the plugin as npm packs it.
site/node_modules: site/package-lock.json js/package.json $(shell find js/bin js/node js/packages/vite*-plugin-mycel -type f)
	cd site && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

## demo: the site, served for your browser
ADDR ?= 127.0.0.1:8080
demo:
	@echo "Compiling two engines and the command, then building this documentation and indexing it and that of Go: two to four minutes the first time."
	@echo "npm fetches VitePress for it, 100 MB on the disk. The last line is the address to open; Ctrl+C ends the server."
	@$(MAKE) --no-print-directory -j2 FAST=yes build site/node_modules
	@$(MAKE) --no-print-directory FAST=yes site
	bin/mycel serve $(SITE)/mycel --root $(SITE) --addr $(ADDR)

## shots: pictures of the interface in its states, light and dark, on a desktop and a phone,
## and a contact sheet of each; writes build/shots (STATES="results why" for some alone)
.PHONY: shots
STATES ?=
shots: site js/node_modules
	.ci/chromium
	cd js && $(NODE) scripts/shots.js $(STATES)

clean:
	rm -rf bin build js/node_modules site/node_modules js/types
	find $(DIST) site/classic -mindepth 1 -not -name .gitkeep -delete
