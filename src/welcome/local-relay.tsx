import { defaultRelayUrl } from '#core/relay-address.ts';
import { faultText } from '#ui/fault-text.ts';
import { relayFoundMessage } from '#ui/relay-test-text.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';
import { TextWithCode } from '#ui/text-with-code.tsx';
import type { RelayWayProps } from '#welcome/relay-step-props.ts';
import { type RelayWait, useRelayWait } from '#welcome/relay-wait.ts';

/** The relay on this computer: what to get, and a wait that ends by itself when the relay answers. */
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
      <p class="needs">{text('welcomeLocalNeeds')}</p>
      <ol class="how">
        <li>
          <TextWithCode text={text('welcomeLocalGet', '`skinlens-relay`')} />
        </li>
        <li>{text('welcomeLocalOpen')}</li>
        <li>{text('welcomeLocalWait')}</li>
      </ol>
      <div class={wait.state === 'waiting' ? 'wait busy' : 'wait'}>
        <StatusLine outcome={waitMessage(wait, relay.url, relay)} />
      </div>
      {wait.state === 'paused' && (
        <div class="buttons">
          <button type="button" onClick={wait.retry}>
            {text('welcomeLocalRetry')}
          </button>
        </div>
      )}
    </>
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
