/** A service worker marks with it what it hands out: the browser keeps those files already. */
export const keptHeader = 'x-mycel-kept';

/** The name of the manifest. */
export const manifestName = 'mycel.json';
