/** As RFC 9309 has it, what comes after so much is not looked at. */
const MAX_CHARACTERS = 500 * 1024;
/** Of all rules with wildcards together. To look for their parts takes the time of their length times that of an address. */
const MAX_WILDCARD_CHARACTERS = 20_000;

/** The rules ask for more work than an import may be made to do. */
export class TooManyRules extends Error {}

/** Rules of a website for one robot. */
export interface Robots {
  isAllowed(address: string): boolean;
  /** Seconds between two requests; absent when it asks for none. */
  crawlDelay?: number;
  sitemaps: string[];
}

interface Rule {
  allows: boolean;
  /** As it is compared; the longest that fits counts. */
  pattern: string;
  /** Texts that follow each other in a path, the first at its beginning. One for a rule without wildcards. */
  parts: string[];
  /** True when the last part must match the end of the path. */
  isToEnd: boolean;
}

interface Group {
  agents: string[];
  rules: Rule[];
  crawlDelay?: number;
}

/**
 * Rules of the robots.txt at `address` for the robot `agent`, as RFC 9309 reads it. Checking an address takes time
 * linear in the length of the file.
 * @throws TooManyRules for more wildcards than that can be guaranteed for.
 */
export function readRobots(address: string, text: string, agent: string): Robots {
  const { groups, sitemaps } = parse(text.slice(0, MAX_CHARACTERS));
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = own.flatMap((group) => group.rules);
  const wildcards = rules.filter(({ parts, isToEnd }) => parts.length > 1 || isToEnd);
  if (wildcards.reduce((sum, { pattern }) => sum + pattern.length, 0) > MAX_WILDCARD_CHARACTERS)
    throw new TooManyRules();
  // The first that fits is the longest, and among equals the one that allows.
  rules.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows));
  const { origin } = new URL(address);
  return {
    isAllowed: (page) => {
      const url = new URL(page);
      if (url.origin !== origin) return true;
      const path = normalized(url.pathname + url.search);
      return rules.find((rule) => fits(rule, path))?.allows ?? true;
    },
    crawlDelay: own.find((group) => group.crawlDelay !== undefined)?.crawlDelay,
    sitemaps,
  };
}

function parse(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const end = line.indexOf('#');
    const content = end < 0 ? line : line.slice(0, end);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    const [name, value] = [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
    if (name === 'sitemap') sitemaps.push(value);
    if (name === 'user-agent') {
      // A version after the name says nothing.
      const agent = value.toLowerCase().split('/', 1)[0] ?? '';
      if (isNaming) groups.at(-1)?.agents.push(agent);
      else groups.push({ agents: [agent], rules: [] });
      isNaming = true;
      continue;
    }
    const group = groups.at(-1);
    if (!group || !['allow', 'disallow', 'crawl-delay'].includes(name)) continue;
    isNaming = false;
    if (name === 'crawl-delay') group.crawlDelay ??= Number(value) > 0 ? Number(value) : undefined;
    // An empty one forbids nothing.
    else if (value !== '') group.rules.push(ruleOf(value, name === 'allow'));
  }
  return { groups, sitemaps };
}

function ruleOf(value: string, allows: boolean): Rule {
  const pattern = normalized(value);
  const isToEnd = pattern.endsWith('$');
  // Neighbouring wildcards are one.
  const parts = (isToEnd ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return { allows, pattern, parts, isToEnd };
}

/** Each part where it first is after the one before: if there is any way to place them all, so there is this one. */
function fits({ parts: [first = '', ...others], isToEnd }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false;
  const last = isToEnd ? others.pop() : undefined;
  if (isToEnd && last === undefined) return path.length === first.length;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last));
}

/** One spelling of a path, however much of it is escaped. */
function normalized(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
    })
    .replace(/[^!-~]/gu, (sign) => encodeURIComponent(sign));
}
