import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startRest } from '#background/rest.ts';
import { offerRest } from '#background/rest-loading.ts';

export default defineUnlistedScript(() => offerRest(startRest));
