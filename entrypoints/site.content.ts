import { defineContentScript } from 'wxt/utils/define-content-script';
import { startContent } from '#content/start.ts';
import { sites } from '#sites/index.ts';

export default defineContentScript({
  matches: sites.flatMap(({ matches }) => matches),
  runAt: 'document_end',
  main: (context) => startContent(sites, context.signal),
});
