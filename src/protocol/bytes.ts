/** Bytes with a buffer of their own, which is what a response body accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;
