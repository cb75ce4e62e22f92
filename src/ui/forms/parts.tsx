import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
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
