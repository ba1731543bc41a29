import { JSON_LIMITS, parseJson } from '#platform/http/body/parse-json.js';
import { BadRequest } from '#platform/http/errors.js';

/** Claims and their schemas are nested no deeper, and have no more values. */
const LIMITS = { ...JSON_LIMITS, depth: 24, values: 10_000 };

/**
 * An object that somebody wrote as JSON.
 * @param label of the field.
 * @throws BadRequest that says where the first mistake is.
 */
export async function readJsonObject(text: string, label: string): Promise<Record<string, unknown>> {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadRequest(`${label}: ${mistakeOf(text, error.message)}`);
    throw error;
  }
  const value = await parseJson(Buffer.from(text), LIMITS);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequest(`${label}: write an object in braces, such as {"plan": "pro"}.`);
  return value as Record<string, unknown>;
}

function mistakeOf(text: string, message: string): string {
  if (text.trim() === '') return 'write an object in braces, such as {"plan": "pro"}.';
  const at = /at position (\d+)/.exec(message)?.[1];
  if (at === undefined) return `this is not valid JSON: ${message}`;
  const lines = text.slice(0, Number(at)).split('\n');
  const what = message.replace(/ in JSON at position \d+.*$/s, '');
  return `this is not valid JSON in line ${lines.length}, at character ${(lines.at(-1) ?? '').length + 1}: ${what}.`;
}
