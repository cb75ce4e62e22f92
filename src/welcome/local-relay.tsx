import { useEffect, useRef, useState } from 'preact/hooks';
import { defaultRelayUrl, type RelaySettings, type RelayTest } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import { Act, StatusLine, TextWithCode, useCopied } from '#ui/forms/parts.tsx';
import { faultText, relayFoundMessage } from '#ui/words/fault-text.ts';
import { type StatusMessage, text } from '#ui/words/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

export interface RelayWayProps {
  readonly deps: WelcomeDeps;
  readonly settings: Settings;
  readonly goOn: () => void;
  /** Saves a relay that works, and loads its prices. The answer is whether it was saved. */
  readonly use: (relay: RelaySettings) => Promise<boolean>;
}

export function LocalRelay({ deps, settings, use, goOn }: RelayWayProps) {
  const { url, token } = settings.relay;
  const relay = { url: defaultRelayUrl, token: url === defaultRelayUrl ? token : '' };
  const wait = useRelayWait({
    deps,
    relay,
    onFound: () => void use(relay).then((saved) => saved && goOn()),
  });
  return (
    <>
      <ol class="how">
        <li>
          <TextWithCode text={text('welcomeLocalGet', '`skinlens-relay`')} />
          <Command copy={deps.copy} />
        </li>
        <li>{text('welcomeLocalOpen')}</li>
        <li>{text('welcomeLocalWait')}</li>
      </ol>
      <div class={wait.state === 'waiting' ? 'wait busy' : 'wait'}>
        <StatusLine outcome={waitMessage(wait, relay.url, relay)} />
      </div>
      {wait.state === 'paused' && (
        <div class="buttons">
          <Act onClick={wait.retry}>{text('welcomeLocalRetry')}</Act>
        </div>
      )}
      <p class="muted">{text('welcomeLocalNeeds')}</p>
    </>
  );
}

const command = 'npm run relay';

function Command({ copy }: Pick<WelcomeDeps, 'copy'>) {
  const { said, press } = useCopied(copy);
  return (
    <span class="command">
      <code>{command}</code>
      <Act onClick={() => press(command)}>{text('panelCopy')}</Act>
      <span class="muted" role="status">
        {said}
      </span>
    </span>
  );
}

function waitMessage({ state, test }: RelayWait, url: string, asked: { url: string; token: string }): StatusMessage {
  if (state === 'found' && test?.outcome === 'fine') return relayFoundMessage(test, url);
  if (state === 'paused') return { tone: 'warn', text: text('welcomeLocalPaused', url) };
  // A relay that is not there yet is no fault: it is what the page waits for.
  if (test?.outcome !== 'fault' || test.fault.kind === 'unreachable')
    return { tone: 'plain', text: text('welcomeLocalWaiting', url) };
  const { title, advice } = faultText(test.fault, asked);
  return { tone: 'warn', text: `${title} ${advice}` };
}

interface RelayWait {
  /** `paused`: the time is up. */
  readonly state: 'waiting' | 'found' | 'paused';
  readonly test?: RelayTest | undefined;
}

interface RelayWaitProps {
  readonly deps: Pick<WelcomeDeps, 'ask' | 'after' | 'now' | 'isVisible' | 'onVisible'>;
  readonly relay: RelaySettings;
  /** Called once, when the relay answers with prices. */
  readonly onFound: (test: Extract<RelayTest, { readonly outcome: 'fine' }>) => void;
}

/** Time from one answer to the next test, ms. */
const pauseMs = 2000;
/** Time after which nothing more is asked, ms. It begins again when the page becomes visible or the user asks for it. */
const patienceMs = 10 * 60_000;

/** Tests a relay again and again until it answers with prices; only while the page is visible. */
function useRelayWait({ deps, relay, onFound }: RelayWaitProps): RelayWait & { readonly retry: () => void } {
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
