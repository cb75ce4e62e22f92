/** Content script → tap: start to send, with the buffered responses first. */
export const listen = 'skinlens:listen';
/** Content script → tap: send every JSON response from now on, until the next `listen`. */
export const listenToAll = 'skinlens:listen-to-all';
/** Content script → tap: send the framework's state. */
export const requestState = 'skinlens:read-state';
/** Content script → tap: the site is switched off. Buffer few responses: it may be switched on again. */
export const pause = 'skinlens:pause';
/** Content script → tap: the extension was updated or removed. */
export const stop = 'skinlens:stop';
/** Tap → content script: a response as address, line feed, body. */
export const answer = 'skinlens:answer';
/** Tap → content script: rows of the framework's state, as JSON. */
export const state = 'skinlens:state';
