import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
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
