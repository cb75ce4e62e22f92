import type { Rows } from '#core/site.ts';
import type { Card } from '#page/cards/cards.ts';
import { cardText, plainText } from '#page/report/card-text.ts';
import type { UnreadCard, UnreadReason } from '#protocol/messages.ts';

type Explanation = Pick<UnreadCard, 'why' | 'detail'>;

/** Explains why a card has no overlay. Reads the card again, without changing its state. */
export function explainUnread(card: Card, rows: Rows): UnreadCard {
  const { why, detail } = card.reading ? explanation('no-place') : explainFailedRead(card, rows);
  return { text: cardText(card.element), why, detail };
}

/** Derives the reason from the rows that the adapter looks up, so that no adapter has to state one. */
function explainFailedRead({ element, kind }: Card, rows: Rows): Explanation {
  const missed: string[] = [];
  let found = false;
  const recorded: Rows = {
    get: (key) => {
      const row = rows.get(key);
      if (row) found = true;
      else missed.push(key);
      return row;
    },
  };
  try {
    kind.read(element, recorded);
  } catch (error) {
    return explanation('threw', plainText(error instanceof Error ? error.message : String(error)));
  }
  return found ? explanation('contradicted') : explainMissedRows(missed);
}

function explainMissedRows(missed: readonly string[]): Explanation {
  if (missed.length === 0) return explanation('no-name');
  const key = missed.find((each) => !lacksId(each));
  return key === undefined ? explanation('no-key') : explanation('no-row', plainText(key));
}

const explanation = (why: UnreadReason, detail = ''): Explanation => ({ why, detail });

/** Whether a key is of a card without an id: a bare prefix, or a prefix with `undefined` or `null`. */
const lacksId = (key: string): boolean => /(?:^|[: ])(?:undefined|null)?$/.test(key);
