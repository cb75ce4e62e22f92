/** "1,500" and "1.500": one and a half, or one thousand five hundred. */
const maybeThousands = /^[-+]?[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * A typed number, with a decimal point or comma; `undefined` for any other text, and for one that may mean thousands. A
 * point before three digits is a decimal one unless the number is an amount of money (scale 100), which has no third.
 */
export function parseTypedNumber(typed: string, scale = 1): number | undefined {
  const plain = typed.trim().replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const [, sign] = maybeThousands.exec(typed.trim()) ?? [];
  if (sign === ',' || (sign === '.' && scale !== 1)) return undefined;
  return scale === 1 ? Number(plain) : Math.round(Number(plain) * scale);
}

/** A stored number as text of an input. */
export const formatTypedNumber = (value: unknown, scale = 1): string =>
  typeof value === 'number' ? String(Number((value / scale).toPrecision(12))) : '';
