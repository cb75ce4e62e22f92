import { withTimeout } from '#core/asks/timeout.ts';
import type { RedisClient, RedisConnection } from '#relay/store/redis-connection.ts';
import { askScript } from '#relay/store/shared-scripts.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

interface Kept {
  readonly value: string | Buffer;
  readonly until: number;
}

/** The values of one call of a script, as src/relay/store/shared-scripts.ts counts them. */
interface Call {
  readonly keys: readonly string[];
  readonly given: readonly string[];
}

export type SharedServer = ReturnType<typeof createSharedServer>;

/** Redis as relays use it: what the two scripts do, done here. It may be slow, be away, and forget everything. */
export function createSharedServer(clock: Clock, random: Random, timeoutMs: number) {
  const kept = new Map<string, Kept>();
  const used = new Map<string, number[]>();
  const state = { now: 'well' as 'well' | 'slow' | 'away', troubledAt: -Infinity };
  const get = (key = ''): string | Buffer | undefined => {
    const found = kept.get(key);
    if (found && found.until > clock.now()) return found.value;
    kept.delete(key);
    return undefined;
  };
  const leftMs = (key = ''): number =>
    get(key) === undefined ? 0 : Math.ceil((kept.get(key)?.until ?? 0) - clock.now());
  const set = (key = '', value: string | Buffer, ms: number): void =>
    void kept.set(key, { value, until: clock.now() + ms });
  const pause = (key: string | undefined, reason: string, given: number, longestMs: number): void => {
    const ms = Math.min(given, longestMs);
    if (ms > leftMs(key)) set(key, reason, ms);
  };
  const begin = ({ keys: [epoch, paused], given }: Call): string => {
    const [known = '', quietMs, keepMs, , , away = '', , longestMs] = given;
    if (get(epoch) === undefined) set(epoch, String(Math.floor(clock.now())), Number(keepMs));
    const now = String(get(epoch));
    if (known !== '' && known !== now)
      pause(paused, away, Number(now) + Number(quietMs) - clock.now(), Number(longestMs));
    return now;
  };
  const answer = ({ keys: [, paused, refused] }: Call, epoch: string, more: object): string => {
    const ms = leftMs(paused);
    const held = ms > 0 && { pause: { reason: String(get(paused)), ms } };
    return JSON.stringify({
      ...more,
      now: Math.floor(clock.now()),
      epoch,
      isRefused: get(refused) !== undefined,
      ...held,
    });
  };
  const counted = (key: string): number[] => {
    const recent = (used.get(key) ?? []).filter((at) => at > clock.now() - 60_000);
    used.set(key, recent);
    return recent;
  };
  const ask = (call: Call): string => {
    const epoch = begin(call);
    const [, paused, , lease, feed, ...counters] = call.keys;
    if (lease === undefined) return answer(call, epoch, {});
    const [id = '', ms = '0', ...perMinute] = call.given.slice(9);
    const record = get(feed)?.toString();
    const held = get(lease);
    const why = (reason: string, waitMs = 0) => answer(call, epoch, { why: reason, waitMs, record });
    if (held !== undefined && held !== id) return why(held === '' ? 'pace' : 'busy', leftMs(lease));
    if (ms === '0') return why('unasked');
    if (counters.length > 0 && leftMs(paused) > 0) return why(String(get(paused)), leftMs(paused));
    if (held === undefined) {
      const full = counters.find((key, at) => counted(key).length >= Number(perMinute[at]));
      if (full !== undefined) return why('budget', (counted(full)[0] ?? 0) + 60_000 - clock.now());
      for (const key of counters) counted(key).push(clock.now());
    }
    set(lease, id, Number(ms));
    return answer(call, epoch, { record });
  };
  const finish = (call: Call): void => {
    begin(call);
    const [, paused, refused, lease, feed, body] = call.keys;
    const [id, pauseMs, record = '', bytes = '', keepMs, refusal, reason = '', ms] = call.given.slice(9);
    pause(paused, reason, Number(ms), Number(call.given[7]));
    if (refusal === '1') set(refused, call.given[6] ?? '', Number(call.given[2]));
    if (refusal === '0') kept.delete(refused ?? '');
    if (get(lease) !== id) return;
    set(lease, '', Number(pauseMs));
    set(feed, record, Number(keepMs));
    const before = get(body);
    if (bytes !== '') set(body, Buffer.from(bytes), Number(keepMs));
    else if (before !== undefined) set(body, before, Number(keepMs));
  };
  const client = {
    async eval(script: string, { keys, arguments: given }: { keys: readonly string[]; arguments: readonly string[] }) {
      await arrive();
      return script === askScript ? ask({ keys, given }) : finish({ keys, given });
    },
    async getRange(key: string) {
      await arrive();
      return get(key);
    },
    async del(key: string) {
      await arrive();
      kept.delete(key);
    },
  } as unknown as RedisClient;
  const arrive = async (): Promise<void> => {
    await clock.sleep(state.now === 'slow' ? random.between(100, 2 * timeoutMs) : random.between(1, 20));
    if (state.now === 'away') throw new Error('ECONNREFUSED');
  };
  return {
    state,
    kept,
    set(next: typeof state.now): void {
      if (state.now !== 'well' || next !== 'well') state.troubledAt = clock.now();
      state.now = next;
    },
    forget(): void {
      state.troubledAt = clock.now();
      kept.clear();
      used.clear();
    },
    /** A relay's connection, as src/relay/store/redis-connection.ts keeps it. */
    connect(): RedisConnection {
      let isAway = false;
      return {
        isAway: () => isAway,
        async run(work, isCheck = false) {
          if (isAway && !isCheck) return undefined;
          try {
            const result = await withTimeout(work(client), timeoutMs);
            isAway = false;
            return result;
          } catch {
            isAway = true;
            return undefined;
          }
        },
        close: () => undefined,
      };
    },
  };
}
