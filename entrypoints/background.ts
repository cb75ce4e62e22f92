import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '#background/start.ts';

export default defineBackground(startBackground);
