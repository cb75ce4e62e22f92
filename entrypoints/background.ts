import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '#worker/startup.ts';

export default defineBackground(startBackground);
