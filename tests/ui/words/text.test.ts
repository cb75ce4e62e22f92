import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MessageSource, numberLanguage, plural, setMessageSource, text } from '#ui/words/text.ts';
import { messageSourceOf } from '../../messages.ts';

afterEach(() => setMessageSource(messageSourceOf('en')));

/** A browser that counts requests for messages. */
function counting(speaker: MessageSource) {
  const asked: string[] = [];
  const getMessage: MessageSource['getMessage'] = (key, values) => {
    asked.push(key);
    return speaker.getMessage(key, values);
  };
  return { asked, speaker: { ...speaker, getMessage } };
}

/** Values with a special meaning for replacements, for the browser's messages, for our templates, and for markup. */
const tricky = fc.oneof(
  fc.string(),
  fc.constantFrom('$1', '$12.50', '$&', '$$', '$`', "$'", '$PRICE$', '{0}', '{1}', '<b>a</b>', '&lt;', '‮', ''),
  fc.array(fc.constantFrom('$', '1', '&', '{', '}', '0'), { maxLength: 8 }).map((parts) => parts.join('')),
);

describe('the values of a message', () => {
  test('are inserted literally', () => {
    fc.assert(
      fc.property(tricky, tricky, tricky, (market, price, percent) => {
        const said = text('overlayRowBelow', market, price, percent);
        expect(said).toBe(`${market} asks ${price}; this listing is ${percent}% below that`);
      }),
    );
  });
});

describe('plural forms', () => {
  const items = (count: number) => plural('wordItems', count, String(count));

  test.each([
    ['en', [0, 1, 2, 21], ['0 items', '1 item', '2 items', '21 items']],
    ['de', [1, 2], ['1 Item', '2 Items']],
    ['pt_BR', [1, 2, 1_000_000], ['1 item', '2 itens', '1000000 itens']],
    [
      'ru',
      [1, 2, 5, 11, 21, 104],
      ['1 предмет', '2 предмета', '5 предметов', '11 предметов', '21 предмет', '104 предмета'],
    ],
    ['zh_CN', [1, 5], ['1 件饰品', '5 件饰品']],
  ])('are those of the language: %s', (folder, counts, forms) => {
    setMessageSource(messageSourceOf(folder));
    expect(counts.map(items)).toEqual(forms);
  });
});

describe('the browser', () => {
  test('is asked once per message, whatever the values', () => {
    const { asked, speaker } = counting(messageSourceOf('en'));
    setMessageSource(speaker);
    for (const price of ['$1', '$2', '$3']) text('overlayRowAsks', 'Steam', price);
    for (let turn = 0; turn < 3; turn += 1) text('panelClose');
    expect(asked).toEqual(['overlayRowAsks', 'panelClose']);
  });

  describe('after an update of the extension', () => {
    let gone = false;
    beforeEach(() => {
      gone = false;
      const english = messageSourceOf('en');
      setMessageSource({
        ...english,
        getMessage: (key, values) => {
          if (gone) throw new Error('Extension context invalidated.');
          return english.getMessage(key, values);
        },
      });
    });

    test('causes no exception', () => {
      gone = true;
      expect(text('panelClose')).toBe('');
      expect(plural('wordItems', 2, '2')).toBe('');
    });

    test('is not needed for messages that were fetched before', () => {
      text('overlayRetired');
      text('overlayRowAsks', 'CSFloat', '$2');
      gone = true;
      expect(text('overlayRetired')).toBe('Skinlens was updated. Reload the page.');
      expect(text('overlayRowAsks', 'Steam', '$1')).toBe('Steam asks $1');
    });
  });

  test.each([
    ['en-US@posix', 'en-US'],
    ['pt_BR', 'pt-BR'],
    ['zh-CN', 'zh-CN'],
    ['', 'en'],
    ['no such tag', 'en'],
  ])('with the language %j gets %s', (uiLanguage, tag) => {
    setMessageSource({ ...messageSourceOf('en'), uiLanguage });
    expect(numberLanguage()).toBe(tag);
  });
});
