import type { StatusMessage, Tone } from '#ui/words/status-message.ts';

const strokes: Readonly<Record<Tone, string>> = {
  good: 'M4.5 8.4 7 10.8l4.5-5.4',
  warn: 'M8 4.4v4.4M8 11.2v.2',
  bad: 'm5.4 5.4 5.2 5.2m0-5.2-5.2 5.2',
  plain: 'M5 8h6',
};

/** A disc with a sign, so that the meaning does not depend on colour alone. */
export const Mark = ({ tone }: { readonly tone: Tone }) => (
  <svg class={`mark ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="8" />
    <path d={strokes[tone]} />
  </svg>
);

/** Announces the outcome of an action. Always in the page: screen readers skip a live region that appears with its text. */
export const StatusLine = ({ outcome }: { readonly outcome: StatusMessage | undefined }) => (
  <p class="outcome" role="status" aria-live="polite">
    {outcome && (
      <>
        <Mark tone={outcome.tone} />
        <span>
          <TextWithCode text={outcome.text} />
        </span>
      </>
    )}
  </p>
);

/** Renders a text whose parts between backticks are code. */
export const TextWithCode = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>
);
