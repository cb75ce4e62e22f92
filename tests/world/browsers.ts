import { IDBFactory } from 'fake-indexeddb';
import { startBackground } from '#worker/startup.ts';
import { type Actor, type Clock, createActor, end, whileAlive } from './clock.ts';
import type { Place } from './globals.ts';
import type { Network } from './network.ts';

type Listener = (...args: never[]) => unknown;

/** An event of the browser: whoever listens is the worker that runs. */
function createEvent() {
  const listeners = new Set<Listener>();
  return {
    addListener: (listener: Listener) => void listeners.add(listener),
    removeListener: (listener: Listener) => void listeners.delete(listener),
    clear: () => listeners.clear(),
    fire: (...args: unknown[]) => [...listeners].map((listener) => listener(...(args as never[]))),
  };
}

type Event = ReturnType<typeof createEvent>;

/** A storage area: it keeps texts. `isFull` refuses to write. */
function createArea(changed: (changes: object) => void) {
  const texts = new Map<string, string>();
  const read = (key: string): unknown => JSON.parse(texts.get(key) ?? 'null') ?? undefined;
  const area = {
    isFull: false,
    bytes: () => [...texts.values()].join('').length,
    clear: () => texts.clear(),
    async get(asked: string | readonly string[]): Promise<Record<string, unknown>> {
      const keys = typeof asked === 'string' ? [asked] : asked;
      return Object.fromEntries(keys.filter((key) => texts.has(key)).map((key) => [key, read(key)]));
    },
    async set(given: object): Promise<void> {
      if (area.isFull) throw new Error('QUOTA_BYTES quota exceeded');
      const changes = Object.entries(given).map(([key, value]) => {
        const oldValue = read(key);
        texts.set(key, JSON.stringify(value));
        return [key, { oldValue, newValue: read(key) }];
      });
      changed(Object.fromEntries(changes));
    },
    setAccessLevel: async () => undefined,
  };
  return area;
}

/** A worker without work ends after this, as Chromium's does, ms. */
const idleMs = 30_000;

/** An alarm comes no sooner, ms. */
const leastAlarmMs = 30_000;

export interface Notification {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

export type WorldBrowser = ReturnType<typeof createBrowser>;

/** A browser with the extension: what it keeps, and the worker that runs, if one does. */
export function createBrowser(clock: Clock, network: Network, name: string, id: string) {
  const origin = `chrome-extension://${id}`;
  const events = {} as Record<string, Event>;
  const event = (of: string): Event => (events[of] ??= createEvent());
  const alarms = new Map<string, number>();
  const listeners: ((notice: Notification) => void)[] = [];
  let killedAt = -Infinity;
  const owner = createActor(name);
  let [worker, restsAt, isClosed, startedAt] = [undefined as Actor | undefined, 0, false, 0];
  const inWorker = <T>(run: () => T): T => clock.as(worker ?? owner, run);
  const fire = (of: string, ...args: unknown[]) => inWorker(() => event(of).fire(...args));
  const local = createArea(
    (changes) => worker && clock.as(worker, () => setImmediate(() => fire('changed', changes, 'local'))),
  );
  const session = createArea(() => undefined);
  let database = new IDBFactory();
  const fireAlarm = (alarm: string, when: number): void => {
    if (isClosed || alarms.get(alarm) !== when) return;
    alarms.delete(alarm);
    wake();
    fire('alarm', { name: alarm });
  };
  const api = {
    runtime: {
      id,
      getURL: (path: string) => origin + path,
      getManifest: () => ({ version: '0.1.0' }),
      onStartup: event('startup'),
      onInstalled: event('installed'),
      onMessage: event('message'),
      sendMessage: async () => undefined,
    },
    storage: { local, session, onChanged: event('changed') },
    alarms: {
      create(alarm: string, { when }: { when: number }): void {
        alarms.set(alarm, when);
        clock.as(owner, () =>
          clock.add(() => fireAlarm(alarm, when), Math.max(leastAlarmMs, Math.ceil(when - clock.now()) + 1)),
        );
      },
      clear: async (alarm: string) => alarms.delete(alarm),
      onAlarm: event('alarm'),
    },
    i18n: {
      getMessage: (key: string, values: readonly string[]) => [key, ...values].join(' '),
      getUILanguage: () => 'en',
    },
    permissions: {
      contains: async () => true,
      getAll: async () => ({}),
      onAdded: event('added'),
      onRemoved: event('removed'),
    },
    scripting: { getRegisteredContentScripts: async () => [], registerContentScripts: async () => undefined },
    tabs: { query: async () => [], create: async () => undefined, update: async () => undefined },
    action: { setTitle: async () => undefined },
    notifications: {
      create: async (id: string, { title, message }: { title: string; message: string }) =>
        listeners.forEach((listener) => void listener({ id, title, message })),
      clear: async () => undefined,
      onClicked: event('clicked'),
    },
  };
  const touch = (): void => {
    restsAt = clock.now() + idleMs;
  };
  const endWorker = (): void => {
    end(worker);
    killedAt = clock.now();
  };
  const rest = (of: Actor): void => {
    if (clock.now() >= restsAt) endWorker();
    else clock.as(of, () => clock.add(() => rest(of), restsAt - clock.now()));
  };
  const wake = (): void => {
    touch();
    if (worker?.isAlive) return;
    for (const each of Object.values(events)) each.clear();
    const started = createActor(name);
    worker = started;
    clock.as(started, () => {
      startBackground();
      clock.add(() => rest(started), idleMs);
    });
  };
  const place: Place = {
    fetch: network.fetchOf({ Origin: origin }),
    browser: new Proxy(api, {
      get(target, key) {
        touch();
        return Reflect.get(target, key);
      },
    }),
    get indexedDB() {
      return database;
    },
    origin,
    locks: { request: (_: string, run: () => unknown) => run() },
  };
  const ask = async <T>(kind: string, request: object): Promise<T> => {
    wake();
    const sender = { id, url: `${origin}/popup.html` };
    const { promise, resolve } = Promise.withResolvers<string>();
    const { length } = fire('message', { kind, request }, sender, resolve);
    if (length === 0) throw new Error('nobody listens');
    const reply = JSON.parse(await whileAlive(worker ?? owner, promise));
    if (!reply.ok) throw new Error(reply.error);
    return reply.answer;
  };
  const startAgain = (why: string, details: object, keepsAlarms: boolean): void => {
    isClosed = false;
    startedAt = clock.now();
    endWorker();
    session.clear();
    if (!keepsAlarms) alarms.clear();
    wake();
    fire(why, details);
  };
  return {
    name,
    owner,
    place,
    local,
    session,
    onNotice: (listener: (notice: Notification) => void) => void listeners.push(listener),
    killedAt: () => killedAt,
    /** Sends what a page sends. Rejects when the worker ends meanwhile. */
    ask,
    wake,
    isOpen: () => !isClosed,
    startedAt: () => startedAt,
    close(): void {
      isClosed = true;
      endWorker();
    },
    /** The browser starts, and knows the alarms still, or not: browsers differ. */
    start: (keepsAlarms: boolean) => startAgain('startup', {}, keepsAlarms),
    install: (reason: 'install' | 'update') => startAgain('installed', { reason }, false),
    killWorker: endWorker,
    /** The browser drops what it may drop to make room. */
    evict(): void {
      endWorker();
      database = new IDBFactory();
    },
    owns: (actor: Actor) => actor === owner || actor === worker || actor.name === name,
  };
}
