/** Where a page notes for the next one which text a reader is led to. */
export const leadKey = 'mycel-lead';
