/**
 * Language models behind one interface. A model gets a conversation and gives an answer piece by piece.
 *
 * @typedef {{role: 'system' | 'user' | 'assistant', content: string}} Message
 * @typedef {object} Model
 * @property {string} name shown to the reader
 * @property {(messages: Message[], options: {signal: AbortSignal, onProgress: (text: string) => void}) => AsyncIterable<string>} generate
 *   pieces of the answer, which make it when joined. `onProgress` hears of a download. Ends with the signal's reason when aborted
 */

/** The model is not there; the message says why, and what to do. */
export class ModelError extends Error {
  name = 'ModelError';
}

/**
 * The model that the browser brings: https://webmachinelearning.github.io/prompt-api/
 * @returns {Model}
 */
export function browserModel() {
  return {
    name: 'the model of this browser',
    async *generate(messages, { signal, onProgress }) {
      const api = /** @type {any} */ (globalThis).LanguageModel;
      if (!api || (await api.availability()) === 'unavailable')
        throw new ModelError('This browser has no language model of its own. Choose another model.');
      const session = await api.create({
        initialPrompts: messages.slice(0, -1),
        signal,
        monitor: (/** @type {EventTarget} */ monitor) =>
          monitor.addEventListener('downloadprogress', (/** @type {any} */ { loaded }) => onProgress(`The browser loads its model: ${Math.round(100 * loaded)} %`)),
      });
      try {
        yield* pieces(session.promptStreaming(messages.at(-1)?.content, { signal }));
      } finally {
        session.destroy();
      }
    },
  };
}

/**
 * A model that runs in the page by WebGPU: https://webllm.mlc.ai
 * @param {string} library address of the library's module
 * @param {string} model its name there, such as `Llama-3.2-1B-Instruct-q4f16_1-MLC`
 * @returns {Model}
 */
export function webModel(library, model) {
  /** @type {Promise<any> | undefined} */
  let loading;
  return {
    name: model,
    async *generate(messages, { signal, onProgress }) {
      loading ??= import(library).then(({ CreateMLCEngine }) =>
        CreateMLCEngine(model, { initProgressCallback: (/** @type {{text: string}} */ { text }) => onProgress(text) }));
      const engine = await loading.catch((error) => {
        loading = undefined;
        throw new ModelError(`${model} could not be loaded: ${error.message}`);
      });
      signal.throwIfAborted();
      const stop = () => engine.interruptGenerate();
      signal.addEventListener('abort', stop);
      try {
        for await (const { choices } of await engine.chat.completions.create({ messages, stream: true, temperature: 0 })) {
          signal.throwIfAborted();
          yield choices[0]?.delta?.content ?? '';
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

/**
 * A model behind an address that speaks as OpenAI's does: Ollama, llama.cpp, vLLM, LM Studio, or a service. A key in a page is
 * a key of everybody: for a service put a server of your own between.
 * @param {string} address up to the version, such as `http://localhost:11434/v1`
 * @param {string} model
 * @param {string} [key]
 * @returns {Model}
 */
export function addressModel(address, model, key) {
  return {
    name: model,
    async *generate(messages, { signal }) {
      const response = await fetch(`${address.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, messages, stream: true, temperature: 0 }),
        signal,
      }).catch((error) => {
        signal.throwIfAborted();
        throw new ModelError(`${address} cannot be reached: ${error.message}`);
      });
      if (!response.ok || !response.body) throw new ModelError(`${address} answers with ${response.status}: ${(await response.text()).slice(0, 200)}`);
      let rest = '';
      for await (const text of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
        const lines = (rest + text).split(/\r?\n/);
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('data:')) continue;
          const data = line.slice(5).trim();
          if (data === '[DONE]') return;
          const { choices, error } = JSON.parse(data);
          if (error) throw new ModelError(`${address}: ${error.message ?? JSON.stringify(error)}`);
          yield choices?.[0]?.delta?.content ?? '';
        }
      }
    },
  };
}

/**
 * What a stream has, for browsers whose streams cannot be iterated. The stream is cancelled if the reader leaves early.
 * @template T
 * @param {ReadableStream<T>} stream
 * @returns {AsyncIterable<T>}
 */
async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
