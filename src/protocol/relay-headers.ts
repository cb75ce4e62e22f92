/** Says `1` on every answer of a relay that serves sample prices: simulated ones, because it has no key yet. */
export const sampleHeader = 'Skinlens-Sample';

/** The name that the relay's owner gave it, percent-encoded as `encodeURIComponent` does. */
export const nameHeader = 'Skinlens-Name';
