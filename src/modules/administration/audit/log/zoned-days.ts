import { BadRequest } from '#platform/http/errors.js';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The zone that a browser names, or UTC where it names none that exists. */
export function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || 'UTC' }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'UTC';
  }
}

/** The first moment of a day in a time zone. @throws BadRequest naming the field */
export function startOfDay(day: string, zone: string, label: string): Date {
  const noon = DAY.test(day) ? new Date(`${day}T00:00:00.000Z`) : new Date(Number.NaN);
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day)
    throw new BadRequest(`${label}: write a day such as 2026-01-31.`);
  // The second look minds a change of the clock between the two.
  const first = noon.getTime() - offsetAt(noon, zone);
  return new Date(noon.getTime() - offsetAt(new Date(first), zone));
}

/** The last moment of a day in a time zone. @throws BadRequest naming the field */
export function endOfDay(day: string, zone: string, label: string): Date {
  const begin = startOfDay(day, zone, label);
  const next = new Date(new Date(`${day}T00:00:00.000Z`).getTime() + DAY_MS).toISOString().slice(0, 10);
  return new Date(Math.max(startOfDay(next, zone, label).getTime() - 1, begin.getTime()));
}

/** Milliseconds by which clocks of a zone are ahead of UTC. */
function offsetAt(time: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as Intl.DateTimeFormatOptions).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(time.getTime() / 1000) * 1000;
}
