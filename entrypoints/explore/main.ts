import { mountExplore } from '#explore/mount.tsx';

const root = document.querySelector('#app');
if (root) void mountExplore(root);
