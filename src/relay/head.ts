import type { ServerResponse } from 'node:http';

type Headers = Record<string, string>;

/** What Node made of headers in one second since 1970: the head says the time of day. */
interface Head {
  readonly second: number;
  readonly text: string;
}

/**
 * Begins a 304. Node checks and joins headers anew for every answer, an eighth of its time; under load they are the same
 * object, so what Node made of it is sent again while its `Date` is true. `_header` is Node's own name, which it does not
 * promise: where there is no such text, every head is made anew.
 * @param now ms since 1970 by the system's clock
 */
export function createBegin304(now: () => number): (outgoing: ServerResponse, headers: Headers) => void {
  const made = new WeakMap<Headers, Head>();
  return (outgoing, headers) => {
    // Else the head says `Connection: close`, for an old client or one that wants no other answer.
    const keepsAlive = outgoing.shouldKeepAlive && outgoing.useChunkedEncodingByDefault;
    if (!keepsAlive || !('_header' in outgoing)) return void outgoing.writeHead(304, headers);
    const second = Math.floor(now() / 1000);
    const known = made.get(headers);
    if (known?.second === second) {
      outgoing.statusCode = 304;
      outgoing._header = known.text;
      return;
    }
    outgoing.writeHead(304, headers);
    const text = outgoing._header;
    if (typeof text === 'string' && text.includes(dateLine(second))) made.set(headers, { second, text });
  };
}

const dateLine = (second: number): string => `\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n`;
