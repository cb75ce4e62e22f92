import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { createOfferBlock } from '#content/offer/offer-block.ts';
import { browserLanguage } from '#platform/language.ts';
import { setMessageSource } from '#ui/text.ts';

export default defineUnlistedScript(() => {
  // A file of its own has texts of its own.
  setMessageSource(browserLanguage());
  register({ offer: createOfferBlock });
});
