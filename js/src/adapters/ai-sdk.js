/**
 * A tool for the AI SDK with which a language model searches a bundle.
 *
 *     import { generateText, stepCountIs } from 'ai';
 *     import { open } from 'mycel';
 *     import { retrieveTool } from 'mycel/ai-sdk';
 *     const search = await open('/mycel/');
 *     await generateText({ model, prompt, tools: { search: retrieveTool({ search }) }, stopWhen: stepCountIs(5) });
 *
 * @module
 */

import { jsonSchema, tool } from 'ai';
import { wrongType } from '../api/checks.js';
import { checkAdapter } from './options.js';
/** @import {Tool} from 'ai' */
/** @import {Citation, Evidence} from '../evidence.js' */
/** @import {RetrieverOptions} from './options.js' */

/**
 * A source in the shape of the AI SDK's language models. A document without an
 * address is a `document`, its file name the document's id.
 * @typedef {{type: 'source', sourceType: 'url', id: string, url: string, title: string}} UrlSource
 */
/** @typedef {{type: 'source', sourceType: 'document', id: string, mediaType: string, title: string, filename: string}} DocumentSource */

/**
 * What the tool returns to the program. The model is given `context`, or `reason`.
 * @typedef {object} RetrieveOutput
 * @property {string} context passages, numbered [1], [2], …; '' if there are none
 * @property {(UrlSource | DocumentSource)[]} sources of the passages: `id` is the number, as in the context
 * @property {string} [reason] why there are no passages; absent if there are
 */

const description =
  'Searches the documentation. Returns passages, each after a line "[n] Title › Heading". ' +
  'Answer from them alone, and cite them as [n].';

/** The input that a model is asked for, and that is checked before the search. */
const inputSchema = jsonSchema(
  {
    type: 'object',
    properties: { query: { type: 'string', description: 'A question, or words to search for' } },
    required: ['query'],
    additionalProperties: false,
  },
  { validate: checkInput },
);

/** @param {unknown} value @returns {{success: true, value: {query: string}} | {success: false, error: Error}} */
function checkInput(value) {
  const { query } = Object(value);
  if (typeof query !== 'string') return { success: false, error: wrongType('query', query, 'a string') };
  return { success: true, value: { query } };
}

/**
 * Returns the tool. The model chooses the query; the program sets all other options.
 *
 * A call that is aborted rejects with code `aborted`, and errors of the search
 * reject as they are: the SDK makes a `tool-error` of them.
 *
 * @param {RetrieverOptions & {description?: string}} options those of `retrieve()`;
 *   `description` tells the model what the tool is for
 * @returns {Tool<{query: string}, RetrieveOutput>}
 * @throws {import('../errors.js').MycelError} code `request` for a bad option
 */
export function retrieveTool(options) {
  const { description: text = description, ...own } = Object(options);
  if (typeof text !== 'string') throw wrongType('description', text, 'a string');
  const { search, address, options: asked } = checkAdapter(own);
  return tool({
    description: text,
    inputSchema,
    execute: async ({ query }, { abortSignal }) =>
      toOutput(await search.retrieve(query, { ...asked, signal: abortSignal }), address),
    toModelOutput: ({ output: { context, reason } }) => ({
      type: 'text',
      value: context || `Nothing was found: ${reason}.`,
    }),
  });
}

/** @param {Evidence} evidence @param {(url: string) => string} address @returns {RetrieveOutput} */
function toOutput({ context, citations, reason }, address) {
  const sources = citations.map((citation) => toSource(citation, address(citation.url)));
  return reason === undefined ? { context, sources } : { context, sources, reason };
}

/** @param {Citation} citation @param {string} url @returns {UrlSource | DocumentSource} */
function toSource({ n, document, title, heading }, url) {
  const name = heading === '' || heading === title ? title : `${title} › ${heading}`;
  if (url !== '') return { type: 'source', sourceType: 'url', id: String(n), url, title: name };
  return { type: 'source', sourceType: 'document', id: String(n), mediaType: 'text/plain', title: name, filename: document };
}
