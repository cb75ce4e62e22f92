/** Preloaded into a process: shifts its clock by 400 days. */
const Real = Date;
const shiftMs = 400 * 24 * 60 * 60_000;

globalThis.Date = new Proxy(Real, {
  construct: (_, given, target) => Reflect.construct(Real, given.length > 0 ? given : [Real.now() + shiftMs], target),
  get: (_, name) => (name === 'now' ? () => Real.now() + shiftMs : Reflect.get(Real, name)),
});
