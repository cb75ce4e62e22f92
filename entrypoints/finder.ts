import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { createFinder } from '#content/finder/create-finder.ts';

export default defineUnlistedScript(() => register({ finder: createFinder }));
