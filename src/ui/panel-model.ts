import type { Comparison } from '#core/comparison.ts';
import type { Money } from '#core/money.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

/** All that the comparison panel shows; plain data. */
export interface PanelModel {
  readonly item: string;
  readonly phase: string | undefined;
  readonly listing: Money | undefined;
  readonly comparison: Comparison;
  /** What the card's overlay shows: reasons, rates, liquidity. */
  readonly overlay: OverlayModel;
  /** The user confirmed a table of fees. */
  readonly withNet: boolean;
  /** When it was put together, ms since the epoch. */
  readonly at: number;
}

/** In which form the comparison is copied. */
export const copyFormats = ['text', 'tsv', 'json'] as const;
export type CopyFormat = (typeof copyFormats)[number];
