import { MycelError } from '../errors.js';
/** @import {Embedder, Info} from '../types.js' */

/**
 * Checks that an embedder makes vectors like those of a bundle.
 * @param {Embedder} embedder @param {Info} info
 * @throws {MycelError} code `request` if it is not an embedder, `embedder` if it does not fit
 */
export function checkEmbedder(embedder, info) {
  const { id, dims, embed } = /** @type {Partial<Embedder>} */ (Object(embedder));
  if (typeof id !== 'string' || !Number.isInteger(dims) || typeof embed !== 'function') {
    throw new MycelError('request', 'embedder: want { id: string, dims: integer, embed: function }');
  }
  const { vectors } = info;
  if (!vectors) throw new MycelError('embedder', 'the bundle has no vectors');
  if (vectors.dims === 0) {
    throw new MycelError('embedder', 'the vectors of the bundle were trained on its own texts: there is no model that could encode queries for them');
  }
  if (id !== vectors.model) {
    throw new MycelError('embedder', `the embedder is model ${JSON.stringify(id)}, the vectors of the bundle are by ${JSON.stringify(vectors.model)}`);
  }
  if (dims !== vectors.dims) {
    throw new MycelError('embedder', `the embedder has ${dims} dimensions, the vectors of the bundle had ${vectors.dims}`);
  }
}

/**
 * Makes the vector of a query with an embedder.
 * @param {Embedder} embedder @param {string} query @returns {Promise<Float32Array>}
 * @throws {MycelError} code `embedder` if it fails, or does not return such a vector
 */
export async function embedQuery(embedder, query) {
  let vectors;
  try {
    vectors = await embedder.embed([query]);
  } catch (error) {
    throw MycelError.from(error, 'embedder', `embedder ${embedder.id}`);
  }
  const vector = vectors?.[0];
  if (!(vector instanceof Float32Array) || vectors.length !== 1) {
    throw new MycelError('embedder', `embedder ${embedder.id}: want an array with one Float32Array for one text`);
  }
  if (vector.length !== embedder.dims) {
    throw new MycelError('embedder', `embedder ${embedder.id}: got ${vector.length} dimensions, want ${embedder.dims}`);
  }
  if (!vector.every(Number.isFinite)) {
    throw new MycelError('embedder', `embedder ${embedder.id}: an element of the vector is not a finite number`);
  }
  return vector;
}
