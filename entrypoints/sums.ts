import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { startSums } from '#page/sums/start-sums.ts';

export default defineUnlistedScript(() => register({ sums: startSums }));
