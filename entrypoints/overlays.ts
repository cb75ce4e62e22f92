import { register } from '#page/boot/lazy-exports.ts';
import { startPageSession } from '#page/boot/page-session.ts';
import { warmUp } from '#page/boot/warm-up.ts';

export default {
  main: () => {
    warmUp();
    register({ overlays: startPageSession });
  },
};
