import type { LazyExports } from '#page/boot/lazy-exports.ts';
import { panelDeps } from '#page/panel/panel-deps.ts';
import { startPanel } from '#page/panel/triggers.ts';

export const startPanelOnPage: NonNullable<LazyExports['panel']> = (view, overlays, markOwn, signal) =>
  startPanel(view, overlays, panelDeps(document, markOwn), signal);
