import '#browser/polyfill.ts';
import { mountWelcome } from '#welcome/welcome.tsx';

const root = document.querySelector('#app');
if (root) void mountWelcome(root);
