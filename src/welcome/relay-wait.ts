import { useEffect, useRef, useState } from 'preact/hooks';
import type { RelaySettings } from '#core/relay-address.ts';
import type { RelayTest } from '#protocol/messages.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

type FoundRelay = Extract<RelayTest, { readonly outcome: 'fine' }>;

export interface RelayWait {
  /** `paused`: the time is up. */
  readonly state: 'waiting' | 'found' | 'paused';
  /** The last answer of the worker to a test. */
  readonly test?: RelayTest | undefined;
}

interface RelayWaitProps {
  readonly deps: Pick<WelcomeDeps, 'ask' | 'after' | 'now' | 'isVisible' | 'onVisible'>;
  /** The relay that is waited for. */
  readonly relay: RelaySettings;
  /** Called once, when the relay answers with prices. */
  readonly onFound: (test: FoundRelay) => void;
}

/** Time from one answer to the next test, ms. */
const pauseMs = 2000;
/** Time after which nothing more is asked, ms. It begins again when the page becomes visible or the user asks for it. */
const patienceMs = 10 * 60_000;

/** Tests a relay again and again until it answers with prices; only while the page is visible. */
export function useRelayWait({ deps, relay, onFound }: RelayWaitProps): RelayWait & { readonly retry: () => void } {
  const [wait, setWait] = useState<RelayWait>({ state: 'waiting' });
  const [round, setRound] = useState(0);
  const isVisible = useIsVisible(deps);
  const found = useRef(onFound);
  found.current = onFound;
  const { url, token } = relay;
  const isDone = wait.state === 'found';
  useEffect(() => {
    if (!isVisible || isDone) return undefined;
    const end = deps.now() + patienceMs;
    let cancel: (() => void) | undefined;
    let stopped = false;
    const look = async () => {
      const test = await deps.ask('test-relay', { url, token }).catch(() => undefined);
      if (stopped) return;
      if (test?.outcome === 'fine') {
        setWait({ state: 'found', test });
        found.current(test);
      } else if (deps.now() >= end) setWait({ state: 'paused', test });
      else {
        setWait({ state: 'waiting', test });
        cancel = deps.after(pauseMs, () => void look());
      }
    };
    void look();
    return () => {
      stopped = true;
      cancel?.();
    };
  }, [deps, url, token, isVisible, isDone, round]);
  const retry = () => {
    setWait({ state: 'waiting' });
    setRound(round + 1);
  };
  return { ...wait, retry };
}

function useIsVisible({ isVisible, onVisible }: Pick<WelcomeDeps, 'isVisible' | 'onVisible'>): boolean {
  const [visible, setVisible] = useState(isVisible);
  useEffect(() => onVisible(() => setVisible(isVisible())), [isVisible, onVisible]);
  return visible;
}
