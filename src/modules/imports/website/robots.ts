import robotsParser from 'robots-parser';

/** What a website asks of robots. */
export interface Robots {
  isAllowed(address: string, agent: string): boolean | undefined;
  /** In seconds. */
  getCrawlDelay(agent: string): number | undefined;
  getSitemaps(): string[];
}

/** The package is one function, which its types put elsewhere than Node does. */
const parse = robotsParser as unknown as (address: string, text: string) => Robots;

/** @param address of the robots.txt itself. */
export function readRobots(address: string, text: string): Robots {
  return parse(address, text);
}
