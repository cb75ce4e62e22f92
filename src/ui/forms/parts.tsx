import type { ComponentChildren } from 'preact';
import { text } from '#ui/words/text.ts';

/** A button that looks like any other. */
export const Act = ({ onClick, children }: { readonly onClick: () => void; readonly children: ComponentChildren }) => (
  <button type="button" onClick={onClick}>
    {children}
  </button>
);

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
