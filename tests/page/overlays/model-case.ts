import type { Detail } from '#core/prices/detail.ts';
import type { TableRow } from '#core/prices/offer.ts';
import type { Quote } from '#core/prices/quote.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Reading } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { renderOverlay } from '#ui/overlay/overlay.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { addTooltips } from '#ui/overlay/overlay-titles.ts';
import { quoted } from '../../quoted.ts';

export const now = Date.parse('2026-11-21T12:00:00Z');

/** A card and what is known of its item; absent parts are those of the suite. */
export interface ModelCase {
  readonly site?: string;
  readonly settings?: object;
  readonly reading?: Reading;
  readonly quote?: TableRow & Pick<Quote, 'week' | 'exit' | 'more'>;
  /** What the references' own data tell besides. */
  readonly own?: Partial<Detail>;
  readonly ageMs?: number;
  readonly sample?: boolean;
  readonly rates?: ModelContext['rates'];
  /** What else the page lists of the item. */
  readonly asks?: ModelContext['rivals'];
  /** Of what is attached. */
  readonly quotes?: ModelContext['quotes'];
}

type ModelContext = Parameters<typeof toOverlayModel>[2];
type Usual = Required<Pick<ModelCase, 'reading' | 'quote'>> & ModelCase;

export function modelOfCase(of: ModelCase, usual: Usual) {
  const { reading, quote, settings, own, rates = null, quotes, asks, ...rest } = { ...usual, ...of };
  const { site = 'sample', ageMs = 60_000, sample } = rest;
  const view = toSettingsView(parseSettings(settings), site);
  const table = { version: '1', asOf: now - ageMs, sample };
  const { week, exit, more, ...row } = quote;
  const asked = { ...quoted(row, table.asOf, own), week, exit, more };
  const made = toOverlayModel(reading, asked, { table, fault: null, rates, quotes, rivals: asks, view, now });
  if (!made) throw new Error('no model');
  return made;
}

export function drawModel(item: string, model: OverlayModel, difference: 'percent' | 'both' = 'percent'): HTMLElement {
  const element = renderOverlay(item, model, difference);
  addTooltips(element, 'AK', model);
  return element;
}
