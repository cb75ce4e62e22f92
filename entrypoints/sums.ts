import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { startSums } from '#content/sums/start-sums.ts';

export default defineUnlistedScript(() => register({ sums: startSums }));
