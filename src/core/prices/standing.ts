/**
 * How much less than one's own listing the lowest ask of its market is. 0: nobody is known to ask less. `undefined` in any
 * doubt. All amounts are USD cents. What is listed in dollars is compared to the cent. The price API has all others by rates
 * of its own and in whole cents: only what is less by 2 % and a cent is less, as a rate of ours may be a week old.
 * @param least the least that the user asks for the item here: the lowest ask may be that
 */
export function undercutBy(asked: number, least: number, lowest: number, isInDollars: boolean): number | undefined {
  const slack = isInDollars ? 0.999 : asked * 0.02 + 1;
  if (least - lowest >= slack) return asked - lowest;
  return (isInDollars ? asked - lowest < slack : lowest - asked >= slack) ? 0 : undefined;
}
