import { parseJson } from '#core/asks/parse-json.ts';
import type { Row, Site } from '#core/site.ts';
import { type Answer, pageEvents, parseAnswerEvent, parseRows, parseStateEvent } from '#protocol/page-events.ts';

export type TapClient = ReturnType<typeof connectTap>;

/** Limits of the answers that are kept in any case: their number, and their UTF-16 units in all. */
const maxKept = 3;
const maxUnitsKept = 600_000;

/** Delays after which state is read again, ms: a framework that hydrates a finished page causes no mutation. */
const stateRereadsMs = [250, 1000, 3000, 8000];

/** Limit of the answers that are kept for a reader that starts later, UTF-16 units. */
const maxRecentUnits = 2 * 1024 * 1024;

/** The page can forge every message: they are parsed and bounded. An answer that the adapter cannot read is counted. */
export function connectTap(
  { tapped, feeds = [] }: Pick<Site, 'tapped' | 'feeds'>,
  document: Document,
  addRows: (rows: readonly Row[]) => void,
  signal: AbortSignal,
) {
  let unread = 0;
  let lastState = '';
  const answers = createAnswerRelay();
  const send = (name: string) => void (tapped && document.dispatchEvent(new CustomEvent(name)));
  const onMessage = (name: string, receive: (detail: string) => void) =>
    document.addEventListener(name, (event) => tapped && receive(detailOf(event)), { signal });
  onMessage(pageEvents.answer, (detail) => {
    const answer = parseAnswerEvent(detail);
    if (!answer) return;
    answers.add(answer);
    const rows = readFeeds(feeds, answer);
    if (rows) addRows(rows);
    else unread++;
  });
  onMessage(pageEvents.state, (detail) => {
    if (detail === lastState) return;
    lastState = detail;
    addRows(parseStateEvent(detail));
  });
  signal.addEventListener('abort', () => send(pageEvents.stop));
  send(pageEvents.listen);
  const askForState = () => send(pageEvents.requestState);
  return {
    /** Asks for the framework's state. The rows come at once, and again later if they have changed. */
    readState: tapped?.state ? repeat(askForState, signal) : () => undefined,
    unread: () => unread,
    /** Whether a reader may start later that needs the answers so far: not while the adapter reads its cards. */
    keepAnswers: answers.keep,
    /** Passes the text of every JSON answer on, first those that are kept; `undefined` ends that. */
    passAnswers: (receive: ((json: string) => void) | undefined) => {
      answers.passTo(receive);
      send(receive ? pageEvents.listenToAll : pageEvents.listen);
    },
  };
}

/** Keeps the latest answers, and more for a receiver that may come later; then passes the text of each one on at once. */
function createAnswerRelay() {
  let receive: ((json: string) => void) | undefined;
  let isNeeded = true;
  let kept: Answer[] = [];
  const trim = () => {
    if (receive || !isNeeded) kept = latestOf(kept);
    let units = kept.reduce((sum, { text }) => sum + text.length, 0);
    while (units > maxRecentUnits) units -= kept.shift()?.text.length ?? 0;
  };
  const pass = ({ text }: Answer) => receive?.(text);
  return {
    keep: (needed: boolean): void => {
      isNeeded = needed;
      trim();
    },
    add: (answer: Answer): void => {
      kept.push(answer);
      trim();
      pass(answer);
    },
    passTo: (receiver: ((json: string) => void) | undefined): void => {
      receive = receiver;
      kept.forEach(pass);
      trim();
    },
  };
}

/** The latest answers, one of each address, oldest first. */
function latestOf(answers: readonly Answer[]): Answer[] {
  const latest = new Map<string, Answer>();
  let units = 0;
  for (const answer of answers.toReversed()) {
    const [address = ''] = answer.url.split('?', 1);
    if (answer.text.length > maxUnitsKept || latest.has(address)) continue;
    units += answer.text.length;
    if (latest.size === maxKept || units > maxUnitsKept) break;
    latest.set(address, answer);
  }
  return [...latest.values()].reverse();
}

/** Tells the tap that the site is switched off, so that it buffers less. */
export const pauseTap = (document: Document): void => void document.dispatchEvent(new CustomEvent(pageEvents.pause));

/** The detail of a tap event: only strings pass between the worlds of both browsers. */
function detailOf(event: Event): string {
  const detail: unknown = 'detail' in event ? event.detail : undefined;
  return typeof detail === 'string' ? detail : '';
}

/** Only an answer that a feed reads is parsed; `undefined` when that feed cannot read it. */
function readFeeds(feeds: NonNullable<Site['feeds']>, { url, text }: Answer): readonly Row[] | undefined {
  const reading = feeds.filter((feed) => feed.url.test(url));
  const body = reading.length > 0 ? parseJson(text) : undefined;
  if (body === undefined) return [];
  try {
    return reading.flatMap(({ read }) => parseRows(read(body)));
  } catch {
    return undefined;
  }
}

/** Runs `work` at once and after each of `stateRereadsMs`; a new call starts the series over. */
function repeat(work: () => void, signal: AbortSignal): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  signal.addEventListener('abort', clear);
  return () => {
    clear();
    work();
    timers = stateRereadsMs.map((ms) => setTimeout(work, ms));
  };
}
