import { parseAccept } from 'hono/utils/accept';
import { dayMs, minuteMs } from '#core/prices/age.ts';
import de from '#relay/admin/texts/de.json' with { type: 'json' };
import en from '#relay/admin/texts/en.json' with { type: 'json' };
import ptBR from '#relay/admin/texts/pt_BR.json' with { type: 'json' };
import ru from '#relay/admin/texts/ru.json' with { type: 'json' };
import zhCN from '#relay/admin/texts/zh_CN.json' with { type: 'json' };

export const pageLanguages = {
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
  'pt-BR': 'Português',
  'zh-CN': '中文',
} as const;

export type PageLanguage = keyof typeof pageLanguages;

export type PageTextKey = Exclude<keyof typeof en, `items_${string}`>;

type Texts = Readonly<Record<string, string>>;
const texts: Readonly<Record<PageLanguage, Texts>> = { en, de, ru, 'pt-BR': ptBR, 'zh-CN': zhCN };

export type PageTexts = ReturnType<typeof pageTexts>;

const units = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', minuteMs],
] as const;

export function pageTexts(language: PageLanguage) {
  const own = texts[language];
  const fill = (key: string, values: Readonly<Record<string, string | number>>): string =>
    (own[key] ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const plurals = new Intl.PluralRules(language);
  const unitText = (value: number, unit: string): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return {
    language,
    text: (key: PageTextKey, values: Readonly<Record<string, string | number>> = {}) => fill(key, values),
    items: (count: number) => fill(`items_${plurals.select(count)}`, { n: number(count) }),
    number,
    /** A span of time in its largest fitting unit, such as `4 min`. */
    duration(ms: number): string {
      const [unit, unitMs] = units.find(([, size]) => ms >= size) ?? (['second', 1000] as const);
      return unitText(Math.floor(ms / unitMs), unit);
    },
    time: (at: number) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(at),
  };
}

const isPageLanguage = (tag: string): tag is PageLanguage => Object.hasOwn(pageLanguages, tag);

export function choosePageLanguage(wanted: string | undefined, acceptLanguage: string | null): PageLanguage {
  if (wanted !== undefined && isPageLanguage(wanted)) return wanted;
  const tags = parseAccept((acceptLanguage ?? '').slice(0, 500)).filter(({ q }) => q > 0);
  const known = Object.keys(pageLanguages).filter(isPageLanguage);
  const isOf = (type: string) => (one: string) => one.split('-')[0] === type.toLowerCase().split('-')[0];
  return tags.flatMap(({ type }) => known.find(isOf(type)) ?? [])[0] ?? 'en';
}
