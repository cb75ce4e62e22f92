import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/boot/lazy-scripts.ts';
import { startComparing } from '#content/comparing.ts';

export default defineUnlistedScript(() => offer({ panel: startComparing }));
