import { JSON_LIMITS, parseJson } from '../http/body/parse-json.js';
import { EventLoopYield } from './event-loop-yield.js';
import { valueWeight } from './value-weight.js';

/** Characters that are written at once: a few milliseconds. */
const PIECE = 100_000;
/** Of what is read from outside; this was read before. */
const WITHOUT_LIMITS = { ...JSON_LIMITS, depth: Infinity, values: Infinity };

/** Tells whether writing a value as JSON takes long enough for others to have their turn meanwhile. */
export function isLongJson(value: unknown): boolean {
  return valueWeight(value, PIECE) >= PIECE;
}

/** As `JSON.stringify`, piece by piece, with turns for others in between. For values of which nobody changes anything meanwhile. */
export async function stringifyLong(value: unknown): Promise<string> {
  const pieces: string[] = [];
  await write(value, pieces, new EventLoopYield());
  return pieces.join('');
}

async function write(value: unknown, pieces: string[], eventLoop: EventLoopYield): Promise<void> {
  await eventLoop.yieldIfDue();
  if (!isContainer(value) || !isLongJson(value)) return void pieces.push(JSON.stringify(value) ?? 'null');
  if (Array.isArray(value)) return writeList(value, pieces, eventLoop);
  let isFirst = true;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
    pieces.push(`${isFirst ? '{' : ','}${JSON.stringify(name)}:`);
    isFirst = false;
    await write(member, pieces, eventLoop);
  }
  pieces.push(isFirst ? '{}' : '}');
}

/** Short items that follow each other are one piece. */
async function writeList(
  list: readonly unknown[],
  pieces: string[],
  eventLoop: EventLoopYield,
): Promise<void> {
  let short: unknown[] = [];
  let weight = 0;
  let isFirst = true;
  const flush = (): void => {
    if (short.length === 0) return;
    pieces.push(`${isFirst ? '' : ','}${JSON.stringify(short).slice(1, -1)}`);
    [short, weight, isFirst] = [[], 0, false];
  };
  pieces.push('[');
  for (const item of list) {
    const own = valueWeight(item, PIECE);
    if (own < PIECE) {
      short.push(item);
      weight += own;
      if (weight < PIECE) continue;
      flush();
      await eventLoop.yieldIfDue();
    } else {
      flush();
      if (!isFirst) pieces.push(',');
      isFirst = false;
      await write(item, pieces, eventLoop);
    }
  }
  flush();
  pieces.push(']');
}

/** Values that say themselves how they are written, such as dates, are written at once. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** Tells whether parsing a text takes long enough for others to have their turn meanwhile. */
export function isLongText(text: string): boolean {
  return text.length >= PIECE;
}

/** As `JSON.parse`, piece by piece, of a text that we wrote. Members named `__proto__` are left out. */
export function parseLong(text: string): Promise<unknown> {
  return parseJson(Buffer.from(text), WITHOUT_LIMITS);
}
