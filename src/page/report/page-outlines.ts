import type { Card } from '#page/cards/cards.ts';
import { outlineCard } from '#page/report/card-outline.ts';
import { guessCards } from '#page/report/guess-cards.ts';
import { jsonShape } from '#page/report/json-shape.ts';
import { maskPath } from '#page/report/mask.ts';
import type { PageOutlines } from '#protocol/outline-messages.ts';
import { parseAnswerEvent } from '#protocol/page-events.ts';

const maxCards = 3;
const maxAnswers = 3;
/** Longest shape of an answer, characters. */
const maxShape = 6000;

type OutlinedCard = Pick<Card, 'element' | 'state'>;

/**
 * Outlines up to three unread cards, and the shapes of up to three of the page's answers, for a maintainer who has to adapt the
 * reader. Without such cards, outlines elements that look like cards. `answers` are events of the tap.
 */
export const outlinePage = (
  document: Document,
  cards: Iterable<OutlinedCard>,
  answers: readonly string[] = [],
): PageOutlines => {
  const unread = [...cards].filter(({ state }) => state === 'unread').map(({ element }) => element);
  return {
    guessed: unread.length === 0,
    cards: (unread.length > 0 ? unread : guessCards(document)).slice(0, maxCards).map(outlineCard),
    answers: answers.slice(-maxAnswers).flatMap((event) => {
      const answer = parseAnswerEvent(event);
      if (!answer) return [];
      return [{ path: maskPath(answer.url), shape: JSON.stringify(jsonShape(answer.body)).slice(0, maxShape) }];
    }),
  };
};
