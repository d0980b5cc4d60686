/**
 * Takes SHA-256 away, as browsers do on plain http.
 * @param {import('node:test').TestContext} t gives it back when done
 */
export function withoutSubtle(t) {
  const { crypto } = globalThis;
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
  t.after(() => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }));
}
