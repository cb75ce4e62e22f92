import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { registerMain } from '#background/load-main.ts';
import { startMain } from '#background/main.ts';

export default defineUnlistedScript(() => registerMain(startMain));
