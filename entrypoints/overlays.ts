import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/boot/lazy-scripts.ts';
import { startContent } from '#content/boot/page-session.ts';
import { warmUp } from '#content/boot/warm-up.ts';

export default defineUnlistedScript(() => {
  warmUp();
  offer({ overlays: startContent });
});
