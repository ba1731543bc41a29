import type { LogLine } from './server-socket.js';

const MASK = '***';
/** Shorter values are in too many words to say anything. */
const SHORTEST_SECRET = 4;
/** Tokens that the script was given or made itself. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;
/** Of one event, in characters. */
const LARGEST_LOGS = 64 * 1024;

/** A text without the secrets in it, and without tokens. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // The longest first: one may be a part of another.
  const known = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, MASK), text).replace(TOKEN, MASK);
}

/** What a script logged as it may be kept: without secrets, and not endless. */
export function logsToKeep(logs: readonly LogLine[], secrets: readonly string[]): LogLine[] {
  const kept: LogLine[] = [];
  let size = 0;
  for (const line of logs) {
    const message = withoutSecrets(line.message, secrets);
    size += message.length;
    if (size > LARGEST_LOGS) {
      const rest = `${logs.length - kept.length} more lines were not kept.`;
      return [...kept, { level: 'warn', message: rest, timestamp: line.timestamp }];
    }
    kept.push({ ...line, message });
  }
  return kept;
}
