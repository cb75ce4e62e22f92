import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { registerMain } from '#worker/load-main.ts';
import { startMain } from '#worker/main.ts';

export default defineUnlistedScript(() => registerMain(startMain));
