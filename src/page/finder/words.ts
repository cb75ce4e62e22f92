/** The words of a card, or of an object of an answer, against which a name is checked. */
export interface Evidence {
  /** Every visible text, and every text of an attribute that a user may read. */
  readonly texts: readonly string[];
  /** Classes and addresses: they may say what a picture shows. */
  readonly codes: readonly string[];
}

/** One text that may be an item's name, or a piece of one. */
export interface NameSign {
  readonly text: string;
  /** `text`: a whole visible text; `attribute`: a readable one; `link`: a part of an address; `data`: by a machine for machines. */
  readonly from: 'text' | 'attribute' | 'link' | 'data';
  /** Nothing that could be the name of another thing stands before it. */
  readonly leads: boolean;
}

/**
 * Where a text stands, as other cards of the page have it: where they state wears or marks, where they have something else,
 * or where few of them have a text.
 */
export type TextPlace = 'usual' | 'other' | 'single';

export interface Words extends Evidence {
  /** In the order of the document. */
  readonly signs: readonly NameSign[];
  /** Of each of the texts. */
  readonly places: readonly TextPlace[];
  /** Addresses of pages, and not of pictures, which items of several names share. */
  readonly links: readonly string[];
  /** Names to which ids lead that the page's answers and the card share. */
  readonly joined: readonly string[];
  /** Names to which pictures lead that the page's answers and the card share. Items of several names share a picture. */
  readonly pictured: readonly string[];
}

export interface WordsContext {
  /** Texts in another language may be the name's translations. */
  readonly mayTranslate: boolean;
  /** Other words of the same page or answer write StatTrak™ or Souvenir out, so that a missing mark means none. */
  readonly writesMarks: boolean;
  /** Whether the page's answers name an item with a mark that no card writes out: a card in pieces may be of that item. */
  readonly hasUnwritten?: ((name: string) => boolean) | undefined;
}

export interface KnownNames {
  /** Whether the table has an item of exactly this name; `undefined` while it has not been asked: then it will be. */
  readonly has: (name: string) => boolean | undefined;
}
