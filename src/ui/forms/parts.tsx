import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import type { StatusMessage, Tone } from '#ui/words/status-message.ts';
import { text } from '#ui/words/text.ts';

export const Act = (props: ButtonHTMLAttributes) => <button type="button" {...props} />;

/** What most users want next. */
export const Primary = (props: ButtonHTMLAttributes) => <Act class="primary" {...props} />;

/** A button that looks like a link or a sign. */
export const Plain = (props: ButtonHTMLAttributes) => <Act class="plain" {...props} />;

/** A link that opens in a new tab, which cannot reach back. */
export const Away = ({ href, children }: { readonly href: string; readonly children: ComponentChildren }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

/** What went wrong. Always rendered, as a live region is. */
export const Trouble = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="problem" role="alert">
    {children}
  </p>
);

/** Why the settings of a page cannot be read or stored. */
export const SettingsTrouble = ({ problem }: { readonly problem: string }) => (
  <p class="trouble" role="alert">
    {problem && text('popupTrouble', problem)}
  </p>
);

export const RemovedNote = ({ name, onUndo }: { readonly name: string | undefined; readonly onUndo: () => void }) =>
  name === undefined ? null : (
    <p class="note" role="status">
      {text('wordRemoved', name)} <Act onClick={onUndo}>{text('portfolioUndo')}</Act>
    </p>
  );

interface MarketsProgressProps {
  readonly chosen: readonly MarketId[];
  /** The chosen markets that are not loaded yet, in their order: the first is being loaded. */
  readonly waiting: readonly MarketId[];
}

export const MarketsProgress = ({ chosen, waiting: [first, ...rest] }: MarketsProgressProps) => (
  <p class="markets-progress muted" role="status">
    {first &&
      text('marketsLoading', marketNames[first], String(chosen.length - rest.length - 1), String(chosen.length))}
  </p>
);

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
