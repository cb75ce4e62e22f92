import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { startPanelOnPage } from '#page/panel/start-on-page.ts';

export default defineUnlistedScript(() => register({ panel: startPanelOnPage }));
