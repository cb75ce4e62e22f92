import { browser } from 'wxt/browser';
import type messages from '#messages';

declare module 'wxt/browser' {
  // WXT generates this type in a build. Type checks must not depend on a build.
  interface WxtI18n {
    getMessage(key: string, values?: string[]): string;
  }
}

/** The browser's language and messages, for `setMessageSource` (src/ui/words/text.ts). */
export const browserLanguage = () => ({
  getMessage: (key: string, values: string[]): string => browser.i18n.getMessage(key, values),
  uiLanguage: browser.i18n.getUILanguage(),
});

export const ownVersion = (): string => browser.runtime.getManifest().version;

/** One message, for the worker. Views use src/ui/words/text.ts. */
export const message = (key: keyof typeof messages, ...values: string[]): string =>
  browser.i18n.getMessage(key, values);
