import Bowser from 'bowser';
import { isbot } from 'isbot';

/** Browser, system and device of a user agent, as far as statistics need them, in the contract's words. */
export interface UserAgent {
  browser: string;
  device: string;
  os: string;
  /** Null for people. */
  bot: string | null;
}

const BROWSERS: Record<string, string> = {
  chrome: 'chrome',
  chromium: 'chrome',
  firefox: 'firefox',
  safari: 'safari',
  'microsoft edge': 'edge',
  'internet explorer': 'ie',
  opera: 'opera',
};
const SYSTEMS: Record<string, string> = {
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  android: 'android',
  ios: 'ios',
};
const BOTS: [RegExp, string][] = [
  [/googlebot/i, 'googlebot'],
  [/bingbot/i, 'bingbot'],
  [/duckduckbot/i, 'duckduckbot'],
  [/facebookexternalhit|facebookbot/i, 'facebookbot'],
  [/applebot/i, 'applebot'],
  [/chatgpt|gptbot|oai-searchbot/i, 'chatgpt'],
  [/claude|anthropic/i, 'anthropic'],
];

/** Reads a User-Agent header; whatever it is, the answer has a word for it. */
export function readUserAgent(header: string): UserAgent {
  const text = header.slice(0, 512);
  const named = BOTS.find(([pattern]) => pattern.test(text))?.[1];
  const bot = named ?? (text === '' || isbot(text) ? 'unknown' : null);
  if (text === '') return { browser: 'unknown', device: 'unknown', os: 'unknown', bot };
  const { browser, os, platform } = Bowser.parse(text);
  const device = platform.type ?? '';
  return {
    browser: BROWSERS[browser.name?.toLowerCase() ?? ''] ?? 'unknown',
    device: ['desktop', 'tablet', 'mobile'].includes(device) ? device : 'unknown',
    os: SYSTEMS[os.name?.toLowerCase() ?? ''] ?? 'unknown',
    bot,
  };
}
