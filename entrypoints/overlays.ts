import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/loading.ts';
import { startContent } from '#content/start.ts';
import { warmUp } from '#content/warming.ts';

export default defineUnlistedScript(() => {
  warmUp();
  offer({ overlays: startContent });
});
