import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startComparing } from '#content/comparing.ts';
import { offer } from '#content/loading.ts';

export default defineUnlistedScript(() => offer({ panel: startComparing }));
