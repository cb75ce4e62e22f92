import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { Finder } from '#page/finder/finder.ts';
import { LearnedFields } from '#page/finder/learned-fields.ts';

export default defineUnlistedScript(() => register({ finder: { Finder, LearnedFields } }));
