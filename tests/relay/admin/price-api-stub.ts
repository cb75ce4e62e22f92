import { answers, partnerRows, type Script } from '../upstream.ts';

export const goodKey = 'sk_live_typed-into-the-setup-page-1';

/** The price API with some items, as old as `ageMs`; it refuses every key but `goodKey`. */
export function priceApi(items = 3, ageMs = 4 * 60_000 + 5000): Script {
  const rows = partnerRows(items);
  const market = {
    updated_at: new Date(Date.now() - ageMs).toISOString(),
    markets: ['buff163'],
    items: Object.fromEntries(Object.keys(rows).map((name) => [name, { buff163: { price: 100 } }])),
  };
  const refused = answers({ error: 'no' }, { status: 401 });
  return (request, response) => {
    if (request.headers.authorization !== `Bearer ${goodKey}`) return refused(request, response);
    return answers(request.url?.startsWith('/api/prices') ? market : rows)(request, response);
  };
}
