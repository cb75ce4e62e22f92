import '#browser/polyfill.ts';
import { mountExplore } from '#explore/explore.tsx';

const root = document.querySelector('#app');
if (root) void mountExplore(root);
