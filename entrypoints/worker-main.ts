import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offerRest } from '#background/load-main.ts';
import { startRest } from '#background/main.ts';

export default defineUnlistedScript(() => offerRest(startRest));
