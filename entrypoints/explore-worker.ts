import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startExploreWorker } from '#explore/data/worker.ts';

export default defineUnlistedScript(() => startExploreWorker());
