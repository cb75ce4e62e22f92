/** Content script → tap: listen, and send what was kept until now. */
export const listen = 'skinlens:listen';
/** Content script → tap: read the framework's state. */
export const readState = 'skinlens:read-state';
/** Content script → tap: the site is switched off; buffer little until it is switched on. */
export const pause = 'skinlens:rest';
/** Content script → tap: the extension is gone. */
export const stop = 'skinlens:stop';
/** Tap → content script: an answer: its address, a line break, its body. */
export const answer = 'skinlens:answer';
/** Tap → content script: rows of state, as JSON. */
export const state = 'skinlens:state';
