const plainDecimal = /^\d{1,12}(?:\.\d{1,12})?$/;

/** Removes comments, CDATA, processing instructions and the document type. */
const elementsOnly = (xml: string): string =>
  xml.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\])?[^>]*>/g, '');

function attributesOf(tag: string): ReadonlyMap<string, readonly string[]> {
  const found = [...tag.matchAll(/([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const pairs = found.map(
    ([, name = '', double, single = '']) => [name.replace(/^.*:/, ''), double ?? single] as const,
  );
  return new Map([...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]));
}

/**
 * The date and the rates of the ECB's file, as far as they are beyond doubt: each tag by itself, without a parser of
 * XML. A currency that is named twice, or with a number that is no plain decimal, throws.
 */
export function referenceEcbRates(xml: string): {
  readonly date: string | undefined;
  readonly ratios: ReadonlyMap<string, number>;
} {
  const tags = (elementsOnly(xml).match(/<(?:[^\s<>"'/]*:)?Cube(?=[\s/>])(?:"[^"]*"|'[^']*'|[^<>"'])*>/g) ?? []).map(
    attributesOf,
  );
  const perEuro = new Map<string, number>();
  for (const tag of tags.filter((each) => each.has('currency'))) {
    const [[code = '', ...codes] = [], [rate = '', ...more] = []] = [tag.get('currency'), tag.get('rate')];
    if (codes.length + more.length > 0 || perEuro.has(code)) throw new Error(`two rates of ${code} are one: ${xml}`);
    if (!plainDecimal.test(rate)) throw new Error(`${JSON.stringify(rate)} is taken for a rate: ${xml}`);
    perEuro.set(code, Number(rate));
  }
  const dollars = perEuro.get('USD') ?? Number.NaN;
  perEuro.set('EUR', 1).delete('USD');
  const dates = tags.flatMap((tag) => tag.get('time') ?? []);
  return {
    date: dates.length === 1 ? dates[0] : undefined,
    ratios: new Map([...perEuro].map(([code, rate]) => [code, rate / dollars])),
  };
}
