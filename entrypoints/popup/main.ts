import { mountPopup } from '#popup/mount.tsx';

const root = document.querySelector('#app');
if (root) void mountPopup(root);
