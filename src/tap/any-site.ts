import type { PageWindow } from '#tap/page-intrinsics.ts';
import { startTap } from '#tap/start.ts';

/** Starts the tap on a site without an adapter: it copies every JSON response, from the first one on. */
export const startAnySiteTap = (view: PageWindow): void => startTap({ urls: [/^/] }, view);
