import { parseJson } from '#core/asks/parse-json.ts';
import { isAttachable, maxAttached } from '#core/items/attached.ts';
import { isPlausibleName } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import type { AttachedItem, PageFacts, Row } from '#core/site.ts';

/**
 * DOM events between the tap in the page's world and the content script. Their detail is a string, because only
 * primitives pass between worlds in both browsers. The page can read and forge all of them; this file parses them.
 */
export const pageEvents = {
  /** Content script → tap: start to send, with the buffered responses first. */
  listen: 'skinlens:listen',
  /** Content script → tap: send every JSON response from now on, until the next `listen`. */
  listenToAll: 'skinlens:listen-to-all',
  /** Content script → tap: send the framework's state. */
  requestState: 'skinlens:read-state',
  /** Content script → tap: the site is switched off. Buffer few responses: it may be switched on again. */
  pause: 'skinlens:pause',
  /** Content script → tap: the extension was updated or removed. */
  stop: 'skinlens:stop',
  /** Tap → content script: a response as address, line feed, body. */
  answer: 'skinlens:answer',
  /** Tap → content script: rows of the framework's state, as JSON. */
  state: 'skinlens:state',
} as const;

/** Longest copied response, UTF-16 units. */
export const maxAnswerLength = 8 * 1024 * 1024;
/** Rows of one response or state, at most. */
export const maxFeedRows = 5000;
const maxText = 500;

/** A response as one string: address, line feed, body. Page scripts cannot change a string on its way. */
export const encodeAnswerEvent = (url: string, text: string): string => `${url.replaceAll('\n', '')}\n${text}`;

export interface Answer {
  readonly url: string;
  readonly text: string;
}

/** `undefined` for any other value. Never throws. */
export function parseAnswerEvent(detail: unknown): Answer | undefined {
  if (typeof detail !== 'string' || detail.length > maxAnswerLength + 4096) return undefined;
  const end = detail.indexOf('\n');
  return end > 0 && end <= 4096 ? { url: detail.slice(0, end), text: detail.slice(end + 1) } : undefined;
}

/** The valid rows of a state event. Never throws. */
export function parseStateEvent(detail: unknown): readonly Row[] {
  const rows = typeof detail === 'string' && detail.length <= maxAnswerLength ? parseJson(detail) : undefined;
  return Array.isArray(rows) ? parseRows(rows) : [];
}

/** The valid rows and their valid fields; at most 5,000 rows. Never throws. */
export const parseRows = (rows: readonly unknown[]): readonly Row[] =>
  rows.slice(0, maxFeedRows).flatMap((row) => parseRow(row) ?? []);

function parseRow(value: unknown): Row | undefined {
  const { key, shared, phase, listing, kind, currency, otherGame, sold, own, attached, wearValue, locked, ...rest } =
    fieldsOf(value);
  if (!isText(key)) return undefined;
  return {
    key,
    shared: isSet(shared),
    ...parseName(rest),
    phase: isText(phase) ? phase : undefined,
    listing: readMoney(listing),
    kind: kind === 'bid' || kind === 'ask' || kind === 'none' ? kind : undefined,
    currency: isCurrency(currency) ? currency : undefined,
    otherGame: isSet(otherGame),
    sold: isSet(sold),
    own: isSet(own),
    wearValue: isShare(wearValue) ? wearValue : undefined,
    locked: isSet(locked) ?? readTime(locked),
    ...(Array.isArray(attached) && attached.length > 0 && { attached: readAttached(attached) }),
    ...(rest['facts'] !== undefined && { facts: readFacts(fieldsOf(rest['facts'])) }),
  };
}

const readFacts = ({ bid, offersFrom, since }: Record<string, unknown>): PageFacts => ({
  bid: readMoney(bid),
  offersFrom: readMoney(offersFrom),
  since: readTime(since),
});

const readTime = (ms: unknown): number | undefined => (typeof ms === 'number' && ms > 0 ? ms : undefined);

/** Attached items; one whose name or wear is not valid, such as a translated name, stays without it. */
const readAttached = (values: readonly unknown[]): readonly AttachedItem[] =>
  values.slice(0, maxAttached).map((value) => {
    const { wear, ...rest } = fieldsOf(value);
    const named = parseName(rest);
    return { ...(named.item && isAttachable(named.item) && named), wear: isShare(wear) ? wear : undefined };
  });

const isSet = (value: unknown): true | undefined => value === true || undefined;

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

const parseName = ({ item, assembled }: Record<string, unknown>): Pick<Row, 'item' | 'assembled'> => ({
  item: isText(item) && isPlausibleName(item) ? item : undefined,
  assembled: isSet(assembled),
});

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxText;

function readMoney(value: unknown): Money | undefined {
  const { cents, currency } = fieldsOf(value);
  return isPrice(cents) && isCurrency(currency) ? { cents, currency } : undefined;
}

/** Of at most twelve digits before the decimal sign and eight behind it. */
const isPrice = (cents: unknown): cents is number => typeof cents === 'number' && cents >= 1e-6 && cents < 1e14;

const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3,4}$/.test(value);
