import { startTap } from '#tap/start.ts';

/** Starts the tap on a site without an adapter: it copies every JSON response, from the first one on. */
export const startAnySiteTap = (view: Window & typeof globalThis): void => startTap({ urls: [/^/] }, view);
