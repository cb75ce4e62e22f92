import { isGloves, isKnife, type PrefixedType, prefixedTypes, readWear, type Wear } from '#core/items/item-kinds.ts';
import { isPlausibleName, maxNameLength, normaliseName } from '#core/items/names.ts';

/** The parts of an item's name as a site shows them; `base` may already contain the others. */
export interface NamePieces {
  /** "AK-47 | Redline", "★ Karambit", "Crown (Foil)", "NiP | Katowice 2019". */
  readonly base: string;
  readonly type?: PrefixedType | undefined;
  /** A sticker's or patch's finish, where the site shows it apart: "Holo". */
  readonly finish?: string | undefined;
  /** In any spelling that `readWear` knows; ignored for a knife without a finish. */
  readonly wear?: string | undefined;
  readonly star?: boolean | undefined;
  readonly statTrak?: boolean | undefined;
  readonly souvenir?: boolean | undefined;
}

/** `★ StatTrak™ X | Y (Wear)`, `Souvenir X | Y (Wear)`, `Type | X (Finish) | Event`; `undefined` when pieces contradict. */
export function buildName(pieces: NamePieces): string | undefined {
  if (pieces.base.length > maxNameLength) return undefined;
  const marks = splitMarks(normaliseName(pieces.base).replaceAll('/', '-'), pieces);
  const { type, text } = splitType(marks.text, pieces.type);
  const body = type ? typedBody(type, text, pieces.finish) : plainBody(text, marks, pieces.wear);
  if (body === undefined) return undefined;
  const name = normaliseName(prefix(marks, !type && isStarred(body)) + body);
  return isPlausibleName(name) && !(marks.souvenir && (marks.statTrak || name.startsWith('★'))) ? name : undefined;
}

type Marks = Required<Pick<NamePieces, 'star' | 'statTrak' | 'souvenir'>>;

const prefix = (marks: Marks, starred: boolean): string =>
  `${marks.star || starred ? '★ ' : ''}${marks.statTrak ? 'StatTrak™ ' : ''}${marks.souvenir ? 'Souvenir ' : ''}`;

const leadingMark = /^(?:(★)\s*|(StatTrak(?:™|TM|\s?\(TM\))?)\s+|(Souvenir)\s+)(?=\S)/i;

/** Splits ★, StatTrak™ and Souvenir off the front, in any order and spelling, and adds them to the stated ones. */
function splitMarks(
  shown: string,
  { star = false, statTrak = false, souvenir = false }: NamePieces,
): Marks & { readonly text: string } {
  const found = { star, statTrak, souvenir, text: shown };
  for (let mark = leadingMark.exec(found.text); mark; mark = leadingMark.exec(found.text)) {
    found.star ||= mark[1] !== undefined;
    found.statTrak ||= mark[2] !== undefined;
    found.souvenir ||= mark[3] !== undefined;
    found.text = found.text.slice(mark[0].length);
  }
  return found;
}

function splitType(text: string, stated: PrefixedType | undefined): { type?: PrefixedType | undefined; text: string } {
  const start = text.split(' | ', 1)[0];
  const type = prefixedTypes.find((candidate) => candidate === start && candidate !== text);
  return type ? { type, text: text.slice(type.length + 3) } : { type: stated, text };
}

const lastBracket = /^(.*[^ ]) \(([^()]*)\)$/;

/** The finish stands before the event: `NiP (Holo) | Katowice 2019` (src/core/items/names.md, "Types"). */
function typedBody(type: PrefixedType, text: string, finish: string | undefined): string {
  const [name = '', ...event] = text.split(' | ');
  const [, lastPart, misplaced] = lastBracket.exec(event.at(-1) ?? '') ?? [];
  if (lastPart !== undefined) event.splice(-1, 1, lastPart);
  const added = finish?.replace(/[()]/g, '').trim() || misplaced;
  const bracket = added && !name.endsWith(` (${added})`) ? ` (${added})` : '';
  return [type, respell(name) + bracket, ...event].join(' | ');
}

/** Knives and gloves have the ★ in their name, whether or not the site shows it. */
function isStarred(body: string): boolean {
  const weapon = body.split(' | ', 1)[0] ?? '';
  return isKnife(weapon) || isGloves(weapon);
}

function plainBody(text: string, marks: Marks, wear: string | undefined): string | undefined {
  const shown = splitWear(text);
  const base = respell(shown.text.replace(/ (?:\| )?\(?Vanilla\)?$/i, ''));
  // A knife without a finish has no wear in its name, but some sites show one.
  if (!base.includes(' | ') && (marks.star || isStarred(base))) return base;
  const stated = wear?.trim() ? readWear(wear) : shown.wear;
  const contradicted = wear?.trim() && (!stated || (shown.wear && shown.wear !== stated));
  if (contradicted || (stated && !base.includes(' | '))) return undefined;
  return stated ? `${base} (${stated})` : base;
}

/** The last bracket is the wear, if it reads as one: 龍王 (Dragon King) has a bracket of its own (src/core/items/names.md, "Form"). */
function splitWear(text: string): { text: string; wear?: Wear } {
  const [, base = '', inner = ''] = (text.endsWith(')') && lastBracket.exec(text)) || [];
  const wear = inner && readWear(inner);
  return wear ? { text: base, wear } : { text };
}

/**
 * Names whose letters sites write in ASCII or leave out (src/core/items/names.md, "Spelling"). The initialiser contains no call,
 * so that bundlers can drop it from scripts that read no names.
 */
const respellings: ReadonlyMap<string, string> = /*#__PURE__*/ new Map([
  ['M4A4 | 龍王', 'M4A4 | 龍王 (Dragon King)'],
  ['M4A4 | Dragon King', 'M4A4 | 龍王 (Dragon King)'],
  ['M4A4 | (Dragon King)', 'M4A4 | 龍王 (Dragon King)'],
  ['Sawed-Off | KissLove', 'Sawed-Off | Kiss♥Love'],
  ['Sawed-Off | Kiss Love', 'Sawed-Off | Kiss♥Love'],
  ['MAC-10 | Saiba Oni', 'MAC-10 | Saibā Oni'],
  ['Negev | Mjolnir', 'Negev | Mjölnir'],
  ['Nova | Wurst Holle', 'Nova | Wurst Hölle'],
  ['Pinatita', 'Piñatita'],
]);

const respell = (text: string): string => respellings.get(text) ?? text.replace(/\bJormungandr$/, 'Jörmungandr');
