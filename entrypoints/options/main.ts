import { mountOptions } from '#popup/options/mount-options.tsx';

const root = document.querySelector('#app');
if (root) void mountOptions(root);
