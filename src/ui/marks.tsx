import type { StatusMessage, Tone } from '#ui/outcome.ts';
import { Words } from '#ui/words.tsx';

const strokes: Readonly<Record<Tone, string>> = {
  good: 'M4.5 8.4 7 10.8l4.5-5.4',
  warn: 'M8 4.4v4.4M8 11.2v.2',
  bad: 'm5.4 5.4 5.2 5.2m0-5.2-5.2 5.2',
  plain: 'M5 8h6',
};

/** A disc with a mark, so that colour is never alone in telling how things stand. */
export const Mark = ({ tone }: { readonly tone: Tone }) => (
  <svg class={`mark ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="8" />
    <path d={strokes[tone]} />
  </svg>
);

/** Announces what came of an action: always in the page, because a region that comes with its text is not read out. */
export const StatusLine = ({ outcome }: { readonly outcome: StatusMessage | undefined }) => (
  <p class="outcome" role="status" aria-live="polite">
    {outcome && (
      <>
        <Mark tone={outcome.tone} />
        <span>
          <Words text={outcome.text} />
        </span>
      </>
    )}
  </p>
);
