import type { Settings } from '#core/settings.ts';
import type { Site } from '#core/site.ts';
import type { Answers, PageReport, Requests } from '#protocol/messages.ts';

export type ChangeSettings = (change: (settings: Settings) => Settings) => Promise<unknown>;

/** What the popup asks the worker. */
export type PopupRequest = 'status' | 'refresh' | 'test-relay';

/** All that the popup needs of the world around it. */
export interface PopupDeps {
  /** Asks the worker; rejects when it is gone or silent. */
  readonly ask: <K extends PopupRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  /** How the page in the active tab fares; `undefined` when none of ours runs there. */
  readonly pageReport: () => Promise<PageReport | undefined>;
  /** Calls back whenever the worker has something new, until the signal. */
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly loadSettings: () => Promise<Settings>;
  readonly changeSettings: ChangeSettings;
  /** Answers with what stops it. */
  readonly onSettings: (listener: (settings: Settings) => void) => () => void;
  readonly sites: readonly Pick<Site, 'id' | 'name'>[];
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Runs something every so many ms; answers with what stops it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** How well something is; the mark and the words say it as well as the colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';
