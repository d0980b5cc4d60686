import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The client's modules. */
export const clientSource = fileURLToPath(new URL('../../src/', import.meta.url));
/** The search page. */
export const pageSource = fileURLToPath(new URL('../../../site/page/', import.meta.url));

/**
 * The bundle of the project's fixture documents, with the true engine.
 * @returns {Promise<string>} its folder
 */
export async function builtBundle() {
  return required(`${root}build/testdata/bundle/`, 'mycel.json');
}

/**
 * The mycel command.
 * @returns {Promise<string>} its path
 */
export async function builtCommand() {
  return (await required(`${root}bin/`, 'mycel')) + 'mycel';
}

/**
 * @param {string} folder
 * @param {string} file
 */
async function required(folder, file) {
  try {
    await access(folder + file);
  } catch {
    throw new Error(`${folder}${file} is not there; run "make build/testdata/bundle" in ${root} first`);
  }
  return folder;
}
