import { maxAttached } from '#core/items/attached.ts';
import type { AttachedItem, Row } from '#core/site.ts';
import { worn } from '#sites/reading/rows.ts';
import { fieldsOf, textOf } from '#sites/reading/values.ts';

/**
 * Stickers, patches and charms in the description of an item (src/sites/steam.md): a picture each, whose title is the kind
 * and the name, "Sticker: Crown (Foil)". Other languages translate both, and what is no name of such
 * an item only counts (src/protocol/page-events.ts).
 */

const blocks: readonly unknown[] = ['sticker_info', 'keychain_info'];

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", '#039': "'", lt: '<', gt: '>' };

const decoded = (html: string): string => html.replace(/&([a-z]+|#0?39);/g, (whole, name) => entities[name] ?? whole);

/** The longest text that is searched; that of an item with five stickers and a charm has some 2,000 characters. */
const maxLength = 20_000;

export function attachedOf(description: unknown): { readonly attached: readonly AttachedItem[] } | undefined {
  const { descriptions } = fieldsOf(description);
  const texts: readonly unknown[] = Array.isArray(descriptions) ? descriptions.slice(0, 100) : [];
  const attached = texts.flatMap((entry) => {
    const { name, value } = fieldsOf(entry);
    const html = textOf(value) ?? '';
    const isBlock = blocks.includes(name) || /<div id="(?:sticker|keychain)_info"/.test(html.slice(0, 200));
    return isBlock && html.length <= maxLength ? picturesIn(html) : [];
  });
  return attached.length > 0 ? { attached: attached.slice(0, maxAttached) } : undefined;
}

const picturesIn = (html: string): readonly AttachedItem[] =>
  (html.match(/<img [^>]*>/g) ?? []).map((picture) => ({
    item: decoded(/ title="([^"]*)"/.exec(picture)?.[1] ?? '').replace(/: (?=.)/, ' | '),
  }));

/** Among a list of properties, or numbered ones; a piece has it in one of the places given. */
export function wornBy(...places: readonly unknown[]): Pick<Row, 'wearValue'> | undefined {
  const properties = places.flatMap((place) => Object.values(fieldsOf(place)).slice(0, 20)).map(fieldsOf);
  return worn(properties.find(({ propertyid }) => propertyid === 2)?.['float_value']);
}

/** Items in context 16 are protected. A note for the owner tells until when; in another form, or language, it only tells that. */
export function lockOf(description: unknown, context: string): Row['locked'] {
  const notes = fieldsOf(description)['owner_descriptions'];
  const note = /(?:Tradable\/Marketable After|trade-protected and cannot be .{1,60} until) ([^<]{1,40}?)\.?$/;
  const texts: readonly unknown[] = Array.isArray(notes)
    ? notes.slice(0, 20).map((each) => fieldsOf(each)['value'])
    : [];
  const [until] = texts.flatMap((each) => note.exec(textOf(each) ?? '')?.[1] ?? []);
  if (until === undefined) return context === '16' || undefined;
  return (/ GMT$/.test(until) && Date.parse(until.replace(/[,()]/g, ''))) || true;
}
