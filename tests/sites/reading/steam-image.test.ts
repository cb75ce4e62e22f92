import { describe, expect, test } from 'vitest';
import { steamImageIn } from '#sites/reading/steam-image.ts';

const id = '-9a81dlWLwJ2UUGcVs_nsVtzdOEdtWwKGZZLQHTx';
const steam = `https://community.akamai.steamstatic.com/economy/image/${id}`;

describe('steamImageIn', () => {
  test.each([
    ['the id alone', id],
    ['an address', steam],
    ['an address with a size', `${steam}/360fx360f`],
    ['an address with a query', `${steam}?size=1`],
    ['an encoded address in another', `/_next/image?url=${encodeURIComponent(steam)}&w=256&q=75`],
    ['one that is encoded twice', `/_next/image?url=${encodeURIComponent(encodeURIComponent(steam))}&w=256`],
  ])('reads %s', (_, address) => expect(steamImageIn(address)).toBe(id));

  test.each(['', '/', '/placeholder.svg', '/image/', '/image/class/730/310776756/256fx256f', 'a b', '%', '<img>'])(
    'finds none in %j',
    (address) => expect(steamImageIn(address)).toBeUndefined(),
  );
});
