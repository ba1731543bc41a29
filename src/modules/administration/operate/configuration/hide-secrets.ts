import type { Config } from '#platform/config/env.js';
import { HIDDEN, SETTINGS } from '#platform/config/settings.js';

/** Shorter ones are no secrets, and would be found in every sentence. */
const LEAST = 4;

/** A text of a library or a server that may quote a setting, without any secret of the configuration. */
export function hideSecrets(config: Config, text: string): string {
  return secretsOf(config).reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

/** All secrets of the configuration as they may be written, the longest first. */
function secretsOf(config: Config): string[] {
  const found = SETTINGS.flatMap(({ member, secret }) => {
    const value: unknown = config[member];
    if (typeof value !== 'string' || secret === undefined) return [];
    return secret === 'whole' ? [value] : [value, ...partsOf(value)];
  });
  return [...new Set(found)].filter(({ length }) => length >= LEAST).sort((a, b) => b.length - a.length);
}

function partsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  const written = [username, password];
  const user = decoded(username);
  return [
    ...written,
    ...written.map(decoded),
    // The two as SMTP and HTTP send them.
    Buffer.from(`\0${user}\0${decoded(password)}`).toString('base64'),
    Buffer.from(`${user}:${decoded(password)}`).toString('base64'),
    ...[...searchParams].flatMap(([name, value]) => (/key|secret|token|password/i.test(name) ? [value] : [])),
  ].filter((part) => part !== '' && part !== 'AAA=' && part !== 'Og==');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
