import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { startPanel } from '#page/panel/triggers.ts';

export default defineUnlistedScript(() => register({ panel: startPanel }));
