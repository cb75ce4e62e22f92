import { mountWelcome } from '#welcome/mount.tsx';

const root = document.querySelector('#app');
if (root) void mountWelcome(root);
