import '#browser/polyfill.ts';
import { mountPopup } from '#popup/popup.tsx';

const root = document.querySelector('#app');
if (root) void mountPopup(root);
