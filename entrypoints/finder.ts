import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { Finder } from '#page/finder/finder.ts';

export default defineUnlistedScript(() => register({ finder: Finder }));
