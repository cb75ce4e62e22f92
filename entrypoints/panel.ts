import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { startPanel } from '#content/panel/triggers.ts';

export default defineUnlistedScript(() => register({ panel: startPanel }));
