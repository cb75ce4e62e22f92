const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a finite decimal of a query string; `Number` alone also accepts '', '0x10' and 'Infinity'. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  const value = decimal.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
