import proxyAddr from 'proxy-addr';

/** Reads environment variables, and collects what is wrong with them. */
export class EnvReader {
  readonly problems: string[] = [];
  /** Variables that were asked for, and are set. */
  readonly given = new Set<string>();

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** An empty variable counts as unset: compose files and shells write `NAME=` for "no value". */
  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    if (value === undefined || value === '') return undefined;
    this.given.add(name);
    return value;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    this.problems.push(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(value)) return true;
    if (['false', '0', 'no', 'off'].includes(value)) return false;
    this.problems.push(`${name} is "${value}"; it must be true or false.`);
    return fallback;
  }

  url(name: string, protocols: string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    // The value itself stays out of the message: it may carry a password.
    this.problems.push(`${name} must be a URL that starts with ${protocols.join(' or ')}.`);
    return undefined;
  }

  domain(name: string): string | undefined {
    return this.pattern(
      name,
      /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/,
      'a domain name such as docs.example.com',
    )?.toLowerCase();
  }

  /** Pairs of `key=value`, with commas between them, by their keys. */
  pairs(name: string, pattern: RegExp, meaning: string): ReadonlyMap<string, string> {
    const all = (this.text(name) ?? '').split(',').map((pair) => pair.trim());
    const given = all.filter((pair) => pair !== '');
    if (!given.every((pair) => pattern.test(pair))) this.problems.push(`${name} must be ${meaning}.`);
    return new Map(
      given.map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
    );
  }

  /** Origins with commas between them, as browsers send them: without a path. A star alone is every origin. */
  origins(name: string): readonly string[] {
    const value = this.text(name);
    if (value === undefined || value === '*') return value === undefined ? [] : [value];
    const given = value.split(',').map((origin) => origin.trim().replace(/\/$/, '').toLowerCase());
    if (given.every((origin) => /^https?:[^*]+$/.test(origin) && originOf(origin) === origin))
      return [...new Set(given)];
    this.problems.push(
      `${name} must be origins with commas between them, such as "https://app.example.com, http://localhost:5173", or * for all.`,
    );
    return [];
  }

  /** A number of proxies, or addresses and networks with commas between them. */
  proxies(name: string): number | readonly string[] {
    const value = this.text(name);
    if (value === undefined) return 0;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const networks = value.split(',').map((network) => network.trim());
    try {
      proxyAddr.compile(networks);
      return networks;
    } catch {
      this.problems.push(
        `${name} is "${value}"; it must be the number of proxies in front, or their addresses or networks with commas between them, such as "loopback, 10.0.0.0/8".`,
      );
      return 0;
    }
  }

  pattern(name: string, pattern: RegExp, meaning: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || pattern.test(value)) return value;
    this.problems.push(`${name} must be ${meaning}.`);
    return undefined;
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const match = values.find((candidate) => candidate === value.toLowerCase());
    if (match !== undefined) return match;
    this.problems.push(`${name} is "${value}"; it must be one of ${values.join(', ')}.`);
    return fallback;
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
