/**
 * Cache Storage, which Node has not, as far as the client uses it.
 * @param {import('node:test').TestContext} t takes it away when done
 */
export function withCaches(t) {
  /** @type {Map<string, Map<string, {bytes: ArrayBuffer, headers: Headers}>>} */
  const all = new Map();
  /** @param {string} name */
  const open = async (name) => {
    const files = all.get(name) ?? new Map();
    all.set(name, files);
    return {
      match: async (/** @type {string} */ url) => {
        const file = files.get(url);
        return file && new Response(file.bytes.slice(0), { headers: file.headers });
      },
      put: async (/** @type {string} */ url, /** @type {Response} */ response) => void files.set(url, { bytes: await response.arrayBuffer(), headers: response.headers }),
      delete: async (/** @type {string} */ url) => files.delete(url),
      matchAll: async () => [...files.values()].map(({ bytes, headers }) => new Response(bytes.slice(0), { headers })),
      keys: async () => [...files.keys()].map((url) => new Request(url)),
    };
  };
  Object.defineProperty(globalThis, 'caches', { value: { open }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  return { all, open };
}
