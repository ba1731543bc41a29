import { BadRequest } from '#platform/http/errors.js';

/** The end of a day that a form names, in UTC; undefined where the field is empty. @throws BadRequest naming the field */
export function endOfDay(form: URLSearchParams, name: string, label: string): string | undefined {
  const text = (form.get(name) ?? '').trim();
  if (text === '') return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.000Z`) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw new BadRequest(`${label}: write a day such as 2026-01-31.`);
  return time.toISOString();
}

/** The day of a time, as fields for days take it. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
