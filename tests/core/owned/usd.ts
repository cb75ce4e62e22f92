export const usd = (cents: number) => ({ cents, currency: 'USD' });
