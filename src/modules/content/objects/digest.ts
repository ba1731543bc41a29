import { hash } from 'node:crypto';
import { canonicalJson } from '#platform/canonical-json.js';

/** Lower hex SHA-256 of a text. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Short stable name for a value, for places where a whole hash would only be noise. */
export function digest(value: unknown, length = 24): string {
  return sha256(canonicalJson(value)).slice(0, length);
}
