import { isAttachable, maxAttached } from '#core/attached.ts';
import type { AttachedItem } from '#core/site.ts';
import { fieldsOf, textOf } from '#sites/reading/json.ts';

/**
 * Stickers, patches and charms in the description of an item (src/sites/steam.md): a picture each, whose title is the kind
 * and the name, "Sticker: Crown (Foil)". Other languages translate both, so there only the number is known.
 */

const blocks: readonly unknown[] = ['sticker_info', 'keychain_info'];

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", '#039': "'", lt: '<', gt: '>' };

const decoded = (html: string): string => html.replace(/&([a-z]+|#0?39);/g, (whole, name) => entities[name] ?? whole);

function fromTitle(title: string | undefined): AttachedItem {
  const item = decoded(title ?? '').replace(/: (?=.)/, ' | ');
  return isAttachable(item) ? { item } : {};
}

/** The longest text that is searched; that of an item with five stickers and a charm has some 2,000 characters. */
const maxLength = 20_000;

/** What a description's texts list as attached; nothing for other shapes. */
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
  (html.match(/<img [^>]*>/g) ?? []).map((picture) => fromTitle(/ title="([^"]*)"/.exec(picture)?.[1]));
