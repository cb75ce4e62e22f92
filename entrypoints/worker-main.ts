// The polyfill comes first: modules of `platform` take it from there.
import '#platform/polyfill.ts';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { registerMain } from '#background/load-main.ts';
import { startMain } from '#background/main.ts';

export default defineUnlistedScript(() => registerMain(startMain));
