import type { LogLine } from './log-socket.js';

const MASK = '***';
/** Shorter values are in too many words to say anything. */
const MIN_SECRET_LENGTH = 4;
/** Tokens that the script was given or made itself. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;
/** Of one event, in characters. */
const MAX_LOGS_SIZE = 64 * 1024;

/** A text without the secrets in it, however they are written, and without tokens. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // The longest first: one may be a part of another.
  const known = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, form) => rest.replaceAll(form, MASK), text).replace(TOKEN, MASK);
}

/** Forms of a secret in a log: plain, URL encoded, in JSON, in hexadecimal digits, and within base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hexadecimal = bytes.toString('hex');
  const forms = [
    ...[secret, JSON.stringify(secret).slice(1, -1), hexadecimal, hexadecimal.toUpperCase()],
    ...[encodeURIComponent(bytes.toString()), new URLSearchParams({ s: secret }).toString().slice(2)],
    ...base64Forms(bytes),
  ];
  return [...new Set(forms)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
}

/**
 * Three bytes are four characters, so there are three forms, by where in the text the secret begins (a password follows the
 * name of the user, for example). Characters that depend on what stands around it are no part of them.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((whole.length * 8) / 6);
    return [whole.toString('base64').slice(first, end), whole.toString('base64url').slice(first, end)];
  });
}

/** Log lines of a script as they are stored: without secrets, and limited in size. */
export function logsToKeep(logs: readonly LogLine[], secrets: readonly string[]): LogLine[] {
  const kept: LogLine[] = [];
  let size = 0;
  for (const line of logs) {
    const message = withoutSecrets(line.message, secrets);
    size += message.length;
    if (size > MAX_LOGS_SIZE) {
      const rest = `${logs.length - kept.length} more lines were not kept.`;
      return [...kept, { level: 'warn', message: rest, timestamp: line.timestamp }];
    }
    kept.push({ ...line, message });
  }
  return kept;
}
