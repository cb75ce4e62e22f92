import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { browserLanguage } from '#browser/language.ts';
import { register } from '#page/boot/lazy-exports.ts';
import { startPageSession } from '#page/boot/page-session.ts';
import { setMessageSource } from '#ui/words/text.ts';

export default defineUnlistedScript(() => {
  setMessageSource(browserLanguage());
  register({ overlays: startPageSession });
});
