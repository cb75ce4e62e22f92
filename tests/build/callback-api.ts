/** The extension API of a browser that knows callbacks only: a call without one throws. */
export function callbackApi(stored: Record<string, unknown>): object {
  const answering =
    (answer: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): void => {
      const callback = args.at(-1);
      if (typeof callback !== 'function') throw new TypeError('no callback');
      const value = answer(...args);
      queueMicrotask(() => callback(value));
    };
  const event = { addListener: () => undefined, removeListener: () => undefined };
  return {
    alarms: { clear: answering(() => true), create: () => undefined },
    i18n: { getMessage: (key: string) => key, getUILanguage: () => 'en' },
    permissions: { getAll: answering(() => ({})), contains: answering(() => true), onAdded: event, onRemoved: event },
    runtime: {
      id: 'id',
      getManifest: () => ({}),
      getURL: (path: string) => path,
      onMessage: event,
      sendMessage: answering(() => undefined),
    },
    storage: {
      local: { get: answering(() => ({ ...stored })), set: answering((items) => Object.assign(stored, items)) },
      // The polyfill passes this area on as it is.
      session: { get: async () => ({}) },
      onChanged: event,
    },
    tabs: { query: answering(() => []) },
  };
}
