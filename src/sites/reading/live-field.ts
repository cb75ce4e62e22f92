/**
 * A field of an object of the page's code. Reads only this field: others may be getters with effects. A copy of the object
 * would lose the getters of its class.
 */
export const liveField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
