/**
 * Under which names the hot store keeps things. Apart from the schemas of what is kept, because they are wanted before
 * a schema could be made.
 */
export const tableKey = 'partner-table';
export const lookKey = 'partner-look';
export const ratesKey = 'rates';
