/**
 * Answers a question from a bundle: finds evidence, asks a model to answer from it alone, and turns its [n] into links.
 * Nothing here touches the page.
 */

/** @import {Message, Model} from './models.js' */
/** @typedef {{question: string, answer: string}} Turn */
/**
 * @typedef {object} Source
 * @property {number} n
 * @property {string} title of the page
 * @property {string} heading of the section, or ''
 * @property {string} url leads to the sentences that answer best
 * @property {string} quote these sentences, or ''
 */
/**
 * @typedef {{type: 'sources', sources: Source[]}
 *   | {type: 'progress', text: string}
 *   | {type: 'text', text: string}
 *   | {type: 'unknown', missing: string[]}} Step `sources` comes first; `text` is the whole answer so far; `unknown` ends an answer
 *   that these documents do not carry, and names the words that they do not have
 */

/** A question whose words the evidence has to a smaller share, by weight, is not put to the model. */
const leastCoverage = 0.5;

/** What the model answers where the passages do not carry an answer. */
const refusal = 'NOT IN THESE DOCUMENTS';

const instructions = `You answer questions about a documentation from numbered passages of it.
Use the passages alone, and nothing that you know otherwise. Put the number of its passage behind each statement, as [1].
If the passages do not answer the question, answer with the words ${refusal} alone.
Be brief. Answer in the language of the question.`;

/**
 * @param {string} question
 * @param {object} options
 * @param {{retrieve(query: string, options: object): Promise<any>}} options.search an open bundle
 * @param {string} options.siteRoot absolute address that the bundle's addresses start from
 * @param {Model} options.model
 * @param {Turn[]} options.turns the conversation so far
 * @param {AbortSignal} options.signal
 * @param {number} [options.tokenBudget] of the evidence: half of what the model reads, or less
 * @returns {AsyncGenerator<Step>}
 */
export async function* answer(question, { search, siteRoot, model, turns, signal, tokenBudget = 1500 }) {
  const evidence = await find(question, turns, (query) => search.retrieve(query, { tokenBudget, signal }));
  if (!carries(evidence)) return yield { type: 'unknown', missing: evidence.coverage.uncovered };
  const sources = evidence.passages.map((/** @type {any} */ { n, title, heading, url }, /** @type {number} */ i) => ({
    n, title, heading,
    url: new URL(evidence.citations[i].url || url, siteRoot).href,
    quote: evidence.citations[i].quote,
  }));
  yield { type: 'sources', sources };

  /** @type {Message[]} */
  const messages = [
    { role: 'system', content: instructions },
    ...turns.slice(-3).flatMap(({ question, answer }) => /** @type {Message[]} */ ([{ role: 'user', content: question }, { role: 'assistant', content: answer }])),
    { role: 'user', content: `${evidence.context}\n\nQuestion: ${question}` },
  ];
  /** @type {Step[]} */
  const waiting = [];
  let text = '';
  for await (const piece of model.generate(messages, { signal, onProgress: (text) => waiting.push({ type: 'progress', text }) })) {
    yield* waiting.splice(0);
    text += piece;
    // A refusal is not shown letter by letter.
    if (text.trim() && !refusal.startsWith(text.trim().slice(0, refusal.length))) yield { type: 'text', text };
  }
  if (!text.trim() || text.includes(refusal)) return yield { type: 'unknown', missing: evidence.coverage.uncovered };
  yield { type: 'text', text };
}

/**
 * The evidence of a question, or of the question together with the one before if it has too little by itself: "and on Windows?"
 * @param {string} question
 * @param {Turn[]} turns
 * @param {(query: string) => Promise<any>} retrieve
 */
async function find(question, turns, retrieve) {
  const own = await retrieve(question);
  const before = turns.at(-1)?.question;
  if (carries(own) || !before) return own;
  const both = await retrieve(`${before} ${question}`);
  return carries(both) ? both : own;
}

/** @param {any} evidence */
const carries = ({ passages, coverage }) => passages.length > 0 && coverage.terms >= leastCoverage;

/**
 * Takes an answer apart at its citations. Numbers without a source stay text.
 * @param {string} text
 * @param {Source[]} sources
 * @returns {(string | Source)[]}
 */
export function cite(text, sources) {
  /** @type {(string | Source)[]} */
  const parts = [];
  for (const part of text.split(/(\[\d+(?:, ?\d+)*\])/)) {
    const numbers = /^\[([\d, ]+)\]$/.exec(part)?.[1].split(',').map(Number);
    const cited = sources.filter(({ n }) => numbers?.includes(n));
    if (cited.length > 0 && cited.length === numbers?.length) parts.push(...cited);
    else if (part) parts.push(part);
  }
  return parts;
}
