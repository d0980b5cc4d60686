package evaluation

// publication is a figure that others report, to be set beside ours.
type publication struct {
	system   string
	recall5  string // Recall@5, "" if not reported; so the others
	recall10 string
	nDCG10   string
	source   int // position in sources
}

// sources are the publications, and what differs from our measurement.
var sources = []string{
	"Gutiérrez et al. 2024, HippoRAG, [arXiv 2405.14831](https://arxiv.org/abs/2405.14831)",
	"Gutiérrez et al. 2025, From RAG to Memory (HippoRAG 2), [arXiv 2502.14802](https://arxiv.org/abs/2502.14802)",
	"Wang and Han 2025, PropRAG, [arXiv 2504.18070](https://arxiv.org/abs/2504.18070); the abstract of an earlier version gives 0.970 and 0.937",
	"SPRIG 2026, [arXiv 2602.23372](https://arxiv.org/abs/2602.23372): **another pool.** It searches the passages of a whole validation set (66,581 for HotpotQA, 45,902 for 2WikiMultihopQA), which is harder than those of 1,000 questions. Its tables disagree in places (Recall@10 of BM25 on 2WikiMultihopQA is 0.643 in one and 0.512 in another): small differences say nothing",
	"Anserini, [regression of BM25 on BEIR's SciFact](https://github.com/castorini/anserini/blob/master/docs/regressions/regressions-beir-v1.0.0-scifact-flat.md), title and text in one field",
}

// published are the figures of others by the name of the data set.
var published = map[string][]publication{
	"hotpotqa": {
		{"BM25", "0.748", "", "", 1},
		{"ColBERTv2", "0.793", "", "", 0},
		{"HippoRAG (LLM index)", "0.773", "", "", 1},
		{"NV-Embed-v2 (7B encoder)", "0.945", "", "", 1},
		{"HippoRAG 2 (7B encoder, LLM index and filter)", "0.963", "", "", 1},
		{"PropRAG (7B encoder, LLM index)", "0.974", "", "", 2},
		{"SPRIG graph", "0.374", "0.464", "", 3},
		{"SPRIG's BM25", "0.631", "0.742", "", 3},
		{"SPRIG graph_hybrid", "0.655", "0.775", "", 3},
		{"SPRIG's dense retriever", "0.758", "0.811", "", 3},
		{"SPRIG's RRF of both", "0.764", "0.851", "", 3},
		{"SPRIG graph_dense", "0.782", "0.844", "", 3},
		{"SPRIG graph_rrf", "", "0.867", "", 3},
	},
	"2wikimultihopqa": {
		{"BM25", "0.653", "", "", 1},
		{"ColBERTv2", "0.682", "", "", 0},
		{"NV-Embed-v2 (7B encoder)", "0.765", "", "", 1},
		{"HippoRAG (LLM index)", "0.904", "", "", 1},
		{"HippoRAG 2 (7B encoder, LLM index and filter)", "0.904", "", "", 1},
		{"PropRAG (7B encoder, LLM index)", "0.941", "", "", 2},
		{"SPRIG graph", "0.318", "0.357", "", 3},
		{"SPRIG's BM25", "0.579", "0.643", "", 3},
		{"SPRIG's dense retriever", "0.579", "0.609", "", 3},
		{"SPRIG graph_hybrid", "0.622", "0.743", "", 3},
		{"SPRIG's RRF of both", "0.654", "0.697", "", 3},
		{"SPRIG graph_dense", "0.681", "0.747", "", 3},
		{"SPRIG graph_rrf", "", "0.794", "", 3},
	},
	"scifact": {
		{"BM25 (Lucene)", "", "", "0.679", 4},
	},
}

// protocols say how our measurement differs from those of others, by data set.
var protocols = map[string]string{
	"hotpotqa": "1,000 questions of the development set in the distractor setting, their passages pooled, as the HippoRAG papers do. " +
		"**Not the same 1,000 questions as theirs** (120 are in both): pools are of the same making and size, but a difference of a point or two means nothing. " +
		"Figures here are of half of the questions each, in the pool of all.",
	"2wikimultihopqa": "The very questions and passages of the HippoRAG papers, whose figures are averages over all 1,000 questions; here they are over half of them each. " +
		"Titles are the names of what a passage is about, and questions are made from a knowledge base: few corpora are as tidy.",
	"scifact": "The claims and labels of BEIR's test split, whose figures are averages over all 300; here they are over half of them each. " +
		"One abstract answers a claim: there is no second hop to find.",
}
