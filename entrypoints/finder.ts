import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { Finder } from '#content/finder/finder.ts';

export default defineUnlistedScript(() => register({ finder: Finder }));
