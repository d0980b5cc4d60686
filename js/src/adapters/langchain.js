/**
 * A retriever for LangChain.js that answers from a bundle.
 *
 *     import { open } from 'mycel';
 *     import { MycelRetriever } from 'mycel/langchain';
 *     const retriever = new MycelRetriever({ search: await open('/mycel/'), tokenBudget: 1000 });
 *     const documents = await retriever.invoke('how do threads share data?');
 *
 * @module
 */

import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { ensureConfig } from '@langchain/core/runnables';
import { checkAdapter } from './options.js';
/** @import {BaseRetrieverInput} from '@langchain/core/retrievers' */
/** @import {RunnableConfig} from '@langchain/core/runnables' */
/** @import {Citation, Passage} from '../evidence.js' */
/** @import {RetrieverOptions} from './options.js' */

/**
 * What a document knows of its passage.
 * @typedef {object} PassageMetadata
 * @property {string} source address of the section; the id of the document if it has none
 * @property {string} document id of the document
 * @property {string} title of the document
 * @property {string} heading of the section, or ''
 * @property {string} [summary] title of the summary that the passage is of
 * @property {string[]} [written] of a summary that a language model wrote: the addresses of the
 *   sections below it, or the ids of their documents
 * @property {string} quote the sentences of the passage that answer best; '' for a written summary
 * @property {string} quoteUrl address that leads to the quote, or ''
 * @property {number} score comparable within one answer only
 * @property {number} start of the passage, in bytes of UTF-8 in the text of the document
 * @property {number} end
 */

/**
 * Gives the passages that `search.retrieve()` finds, best first, each as a LangChain document. They fit into
 * `tokenBudget` together with the lines above them that `retrieve` writes.
 *
 * @extends {BaseRetriever<PassageMetadata>}
 */
export class MycelRetriever extends BaseRetriever {
  /** The name in traces, where class names may be minified. */
  static lc_name() {
    return 'MycelRetriever';
  }

  lc_namespace = ['mycel', 'retrievers'];

  /** @type {AbortSignal | undefined} */
  signal;

  /**
   * @param {RetrieverOptions & BaseRetrieverInput} options those of `retrieve()`, and LangChain's own
   * @throws {import('../errors.js').MycelError} code `request` for a bad option
   */
  constructor(options) {
    const { callbacks, tags, metadata, verbose, ...own } = Object(options);
    super({ callbacks, tags, metadata, verbose });
    this.mycel = checkAdapter(own);
  }

  /**
   * Retrieves. A signal or a timeout in the configuration ends the search itself; callbacks hear of it as of any error.
   *
   * @override
   * @param {string} input @param {Partial<RunnableConfig>} [options] @returns {Promise<Document<PassageMetadata>[]>}
   * @throws {import('../errors.js').MycelError} as retrieve() does
   */
  async invoke(input, options) {
    const config = ensureConfig(options);
    // LangChain does not hand the signal down to _getRelevantDocuments. This
    // retriever with the signal of this run is what does.
    const run = Object.create(this, { signal: { value: config.signal } });
    return /** @type {Document<PassageMetadata>[]} */ (await super.invoke.call(run, input, config));
  }

  /** @override @param {string} query @returns {Promise<Document<PassageMetadata>[]>} */
  async _getRelevantDocuments(query) {
    const { search, address, options } = this.mycel;
    const { passages, citations } = await search.retrieve(query, { ...options, signal: this.signal });
    return passages.map((passage, i) => toDocument(passage, citations[i], address));
  }
}

/** @param {Passage} passage @param {Citation} citation @param {(url: string) => string} address */
function toDocument({ document, title, heading, url, summary, written, text, start, end, score }, citation, address) {
  return new Document({
    id: `${document}:${start}-${end}`,
    pageContent: text,
    metadata: {
      source: address(url) || document,
      document, title, heading,
      ...(summary === undefined ? {} : { summary }),
      ...(written === undefined ? {} : { written: written.map((section) => address(section.url) || section.document) }),
      quote: citation.quote,
      quoteUrl: address(citation.url),
      score, start, end,
    },
  });
}
