import { browser } from 'wxt/browser';
import type messages from '#messages';

declare module 'wxt/browser' {
  // WXT writes this type into a folder that is made by a build; what is checked must not depend on one.
  interface WxtI18n {
    getMessage(key: string, values?: string[]): string;
  }
}

/** What the browser knows of the user's language; for `speak` of src/ui/text.ts. */
export const browserLanguage = () => ({
  getMessage: (key: string, values: string[]): string => browser.i18n.getMessage(key, values),
  uiLanguage: browser.i18n.getUILanguage(),
});

/** One message, for the worker, which has no views. */
export const message = (key: keyof typeof messages, ...values: string[]): string =>
  browser.i18n.getMessage(key, values);
