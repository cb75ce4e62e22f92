import type { ItemKind } from '#core/item-kinds.ts';
import type { Special } from '#explore/state/view.ts';
import { text } from '#ui/text.ts';

export const kindNames: Readonly<Record<ItemKind, () => string>> = {
  weapon: () => text('exploreKindWeapon'),
  knife: () => text('exploreKindKnife'),
  gloves: () => text('exploreKindGloves'),
  agent: () => text('exploreKindAgent'),
  sticker: () => text('exploreKindSticker'),
  patch: () => text('exploreKindPatch'),
  charm: () => text('exploreKindCharm'),
  graffiti: () => text('exploreKindGraffiti'),
  music: () => text('exploreKindMusic'),
  container: () => text('exploreKindContainer'),
  other: () => text('exploreKindOther'),
};

export const specialNames: Readonly<Record<Special, () => string>> = {
  any: () => text('exploreSpecialAny'),
  plain: () => text('exploreSpecialPlain'),
  statTrak: () => text('exploreSpecialStatTrak'),
  souvenir: () => text('exploreSpecialSouvenir'),
};
