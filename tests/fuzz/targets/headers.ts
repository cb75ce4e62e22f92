import fc from 'fast-check';
import { matchesEtag } from '#protocol/http.ts';
import { type Claim, claim } from '../claim.ts';
import { holds, same } from '../same.ts';

const held = '"abc-1+/2"';
const tags = [held, `W/${held}`, '"abc"', 'W/"abc"', '""', '"a,b"', `"x,W/${held.slice(1, -1)}"`, '"ABC-1+/2"'];

export const claims = (): readonly Claim[] => [
  claim(
    'a list of tags matches exactly when it has the tag, weak or strong; any other text only if it contains it',
    fc.property(fc.array(fc.constantFrom(...tags), { maxLength: 5 }), fc.string({ unit: 'binary' }), (list, text) => {
      const isIn = list.some((tag) => tag === held || tag === `W/${held}`);
      same(matchesEtag(list.join(', '), held), isIn, list);
      same(matchesEtag(list.join(' ,\t'), `W/${held}`), isIn, list);
      holds(!matchesEtag(text, held) || text.includes(held) || text.trim() === '*', text);
    }),
  ),
];
