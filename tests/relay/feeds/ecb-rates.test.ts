import { expect, test } from 'vitest';
import { parseEcbRates } from '#relay/feeds/ecb-rates.ts';
import { rates, xml } from '../ecb-xml.ts';

test.each(["rate='N/A'", "rate='-'", "rate='0'", "rate='0.000'", "rate=''", ''])(
  'a currency with %j is left out, and the others count',
  (rate) => {
    const { GBP: _, ...others } = rates.rates;
    expect(parseEcbRates(xml.replace("rate='0.8750'", rate))).toEqual([{ ...rates, rates: others }]);
  },
);

test.each([
  ['no XML', '{"rates":{}}'],
  ['XML cut short', xml.slice(0, xml.length / 2)],
  ['no dollar', xml.replace('USD', 'UST')],
  ['a rate that is no number', xml.replace('0.8750', 'soon')],
  ['no rate of the dollar', xml.replace('1.2500', 'N/A')],
  ['two days', xml.replace('</Cube></Cube>', "</Cube><Cube time='2026-11-19'></Cube></Cube>")],
  ['a rate that only a program takes for one', xml.replace('0.8750', '0x1F')],
  ['a rate with an exponent', xml.replace('0.8750', '1e3')],
  ['a rate that lost a digit', xml.replace('0.8750', ' .8750')],
  ['a rate with a blank', xml.replace('0.8750', ' 8.750')],
  ['a currency twice', xml.replace('GBP', 'CNY')],
  ['no date', xml.replace('2026-11-20', 'yesterday')],
  ['one rate only', xml.replace(/\s+<Cube currency='(GBP|CNY)'.*/g, '')],
])('a source is refused for %s', (_, source) => {
  expect(() => parseEcbRates(source)).toThrow(TypeError);
});

test('a file of several days has the rates of each, or is refused whole', () => {
  const other =
    "<Cube time='2026-11-19'><Cube currency='USD' rate='1.0000'/><Cube currency='GBP' rate='0.875'/></Cube>";
  const days = xml.replace('</Cube></Cube>', `</Cube>${other}</Cube>`);
  expect(parseEcbRates(days, 2)).toEqual([rates, { base: 'USD', date: '2026-11-19', rates: { EUR: 1, GBP: 0.875 } }]);
  expect(() => parseEcbRates(days.replace('1.0000', 'soon'), 2)).toThrow(TypeError);
});

test('entities are not expanded', () => {
  const bomb = xml.replace('<gesmes:Env', '<!DOCTYPE x [<!ENTITY a "USD"><!ENTITY b "&a;&a;">]>\n<gesmes:Env');
  expect(() => parseEcbRates(bomb.replace('Reference rates', '&b;'.repeat(9)))).not.toThrow(RangeError);
});

test('comments that never end keep nobody waiting', () => {
  expect(() => parseEcbRates(`${'<!--'.repeat(200_000)}</Envelope>`)).toThrow(TypeError);
});
