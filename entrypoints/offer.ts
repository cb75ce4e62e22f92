import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { createOfferBlock } from '#content/offer/offer-block.ts';

export default defineUnlistedScript(() => register({ offer: createOfferBlock }));
