import '#browser/polyfill.ts';
import { mountOptions } from '#popup/options/all-settings.tsx';

const root = document.querySelector('#app');
if (root) void mountOptions(root);
