import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { startPageSession } from '#page/boot/page-session.ts';
import { setLanguage } from '#page/boot/warm-up.ts';

export default defineUnlistedScript(() => {
  setLanguage();
  register({ overlays: startPageSession });
});
