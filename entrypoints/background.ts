import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '#background/startup.ts';

export default defineBackground(startBackground);
