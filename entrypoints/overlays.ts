import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { startPageSession } from '#content/boot/page-session.ts';
import { warmUp } from '#content/boot/warm-up.ts';

export default defineUnlistedScript(() => {
  warmUp();
  register({ overlays: startPageSession });
});
