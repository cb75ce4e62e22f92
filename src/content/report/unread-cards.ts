import type { Card } from '#content/cards/cards.ts';
import { plainText, textOfCard } from '#content/report/card-text.ts';
import type { Mount, Rows } from '#core/site.ts';
import type { UnreadCard, UnreadReason } from '#protocol/messages.ts';

type Reason = Pick<UnreadCard, 'why' | 'detail'>;

/** Tells one card that shows nothing, by its text and the reason. Reads it once more; nothing of that is kept. */
export function explain(card: Card, rows: Rows): UnreadCard {
  const { why, detail } = card.reading ? { why: 'no-place' as const, detail: '' } : reasonOf(card, rows);
  return { text: textOfCard(card.element), why, detail };
}

/** Watches what the adapter looks for, so that no adapter has to say why it found nothing. */
function reasonOf({ element, page }: Card, rows: Rows): Reason {
  const missed: string[] = [];
  let hit = false;
  const watched: Rows = {
    get: (key) => {
      const row = rows.get(key);
      if (row) hit = true;
      else missed.push(key);
      return row;
    },
  };
  try {
    page.read(element, watched);
  } catch (error) {
    return { why: 'threw', detail: plainText(error instanceof Error ? error.message : String(error)) };
  }
  return hit ? reason('contradicted') : reasonOfMissed(missed);
}

function reasonOfMissed(missed: readonly string[]): Reason {
  if (missed.length === 0) return reason('no-name');
  const key = missed.find((each) => !isKeyOfNothing(each));
  return key === undefined ? reason('no-key') : reason('no-row', plainText(key));
}

const reason = (why: UnreadReason, detail = ''): Reason => ({ why, detail });

/** What an adapter looks for when the card holds no id: a bare prefix, or what JavaScript prints for nothing. */
const isKeyOfNothing = (key: string): boolean => /(?:^|[: ])(?:undefined|null)?$/.test(key);

/** Whether a card has the place where its overlay belongs. */
export function hasPlace({
  element,
  page: { mount },
}: {
  readonly element: Element;
  readonly page: { readonly mount: Mount };
}): boolean {
  const selector = 'after' in mount ? mount.after : mount.append;
  return ('append' in mount && selector === ':scope') || element.querySelector(selector) !== null;
}
