/** Reads only these fields: others may be getters with effects. A copy of an object would lose its class's getters. */
export const liveField = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );

const pinia = ['__vue_app__', 'config', 'globalProperties', '$pinia', 'state', 'value'];

/** The value at a path of the store of a page that Nuxt 3 has drawn. */
export const storeField = (document: Document, ...path: readonly string[]): unknown =>
  liveField(document.querySelector('#__nuxt'), ...pinia, ...path);

/** Limits of the walk over a page's data, which may be of any size. */
const maxValues = 50_000;
const maxDepth = 8;

/** The objects that fit within plain data of the page, without those within one that fits. */
export function objectsWithin(root: unknown, fits: (value: object) => boolean): readonly unknown[] {
  const found: unknown[] = [];
  let visited = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth || ++visited > maxValues) return;
    if (fits(value)) found.push(value);
    else for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  visit(root, 0);
  return found;
}
