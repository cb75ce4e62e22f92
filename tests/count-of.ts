/** @throws Error for what is no whole number from 1 */
export function countOf(flag: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${flag} takes a whole number from 1`);
}
