import Bowser from 'bowser';

/** Name of a browser and its system for people, from the name that it gives itself: `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'A program';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name ?? '';
  if (name === '') return 'A program';
  return os.name === undefined ? name : `${name} on ${os.name}`;
}
