import { dayMs, halfHourMs } from '#core/prices/age.ts';

export const halfHoursPerDay = 48;

/** Half hours since 1970, which prices are recorded by: the price API changes them about that often. */
export const halfHourOf = (ms: number): number => Math.floor(ms / halfHourMs);

export const dayOfHalfHour = (halfHour: number): number => Math.floor(halfHour / halfHoursPerDay);

/** How far clocks may be apart, half hours. */
const clockTolerance = 2;
export const clockToleranceMs = clockTolerance * halfHourMs;

/** Whether a half hour is one that no clock within the tolerance can tell yet. */
export const isInFuture = (halfHour: number, present: number): boolean => halfHour - present > clockTolerance;

/** Months since 1970, and the index of the day in its month. */
export function monthOfDay(day: number): { month: number; index: number } {
  const date = new Date(day * dayMs);
  return { month: (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), index: date.getUTCDate() - 1 };
}

export const firstDayOf = (month: number): number => Date.UTC(1970, month, 1) / dayMs;

/** "2026-11-24T09:30:00.000Z" */
export const isoHalfHour = (halfHour: number): string => new Date(halfHour * halfHourMs).toISOString();

/** Days for which half-hourly prices are kept, the present one not counted. */
export const recentDays = 7;

/** Days for which daily prices are kept. */
export const keptDays = 400;
