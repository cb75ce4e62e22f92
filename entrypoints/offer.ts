import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { startOffer } from '#content/offer/start-offer.ts';

export default defineUnlistedScript(() => register({ offer: startOffer }));
