/**
 * The version of this client. It equals version.txt at the root of the repository (a test compares them) and is
 * compared with the worker's and the bundle's at start.
 */
export const version = '0.1.0';
