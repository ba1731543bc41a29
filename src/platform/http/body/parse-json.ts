import { EventLoopYield } from '../../event-loop/event-loop-yield.js';
import { BadRequest } from '../errors.js';
import { JsonOutline, JsonTooLarge, type LongContainer } from './json-outline.js';

/**
 * Code that walks a body recurses as deep as the body is nested, so the depth is limited by the stack; documents need a
 * fraction of it. The largest accepted document, of 200,000 nodes, has less than two million values.
 */
export const JSON_LIMITS = { depth: 500, values: 2_000_000, pieceBytes: 64 * 1024 };
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const BLANK = /^[\t\n\r ]*$/;
/** The name itself, or an escape that it may hide behind. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/i;

/**
 * Parses JSON of any length without keeping other requests waiting: a long text is cut into pieces, with turns for others in between. (A
 * thread could parse it too, but taking over what it made costs more than parsing here.) Members named `__proto__` are left out.
 * @throws BadRequest for what is not JSON, or holds more levels or values than `limits` say.
 */
export async function parseJson(text: Buffer, limits = JSON_LIMITS): Promise<unknown> {
  const bytes = text.subarray(0, 3).equals(BYTE_ORDER_MARK) ? text.subarray(3) : text;
  try {
    const eventLoop = new EventLoopYield();
    const outline = new JsonOutline(bytes, limits);
    for (let at = 0; at < bytes.length; at += limits.pieceBytes) {
      outline.read(at, Math.min(at + limits.pieceBytes, bytes.length));
      await eventLoop.yieldIfDue();
    }
    outline.end();
    const { root } = outline;
    if (!root) return parsePiece(bytes.toString());
    if (!isBlank(bytes, 0, root.start) || !isBlank(bytes, root.end, bytes.length)) throw unexpected();
    return await assemble(bytes, root, eventLoop);
  } catch (error) {
    if (error instanceof JsonTooLarge) throw new BadRequest(error.message);
    if (error instanceof SyntaxError) throw new BadRequest(`The body is not valid JSON: ${error.message}`);
    throw error;
  }
}

async function assemble(
  bytes: Buffer,
  container: LongContainer,
  eventLoop: EventLoopYield,
): Promise<unknown> {
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  const { isList, cuts, long } = container;
  let from = container.start + 1;
  let nextLong = 0;
  for (const to of [...cuts, container.end - 1]) {
    await eventLoop.yieldIfDue();
    const member = long[nextLong];
    if (member && member.end <= to) {
      nextLong++;
      const name = isList
        ? blank(bytes, from, member.start)
        : nameOf(bytes.toString('utf8', from, member.start));
      blank(bytes, member.end, to);
      const value = await assemble(bytes, member, eventLoop);
      if (isList) list.push(value);
      else if (name !== '__proto__') object[name] = value;
    } else {
      // Between two commas something has to stand; JSON allows a comma at no end.
      if (cuts.length > 0 && isBlank(bytes, from, to)) throw unexpected();
      const text = bytes.toString('utf8', from, to);
      if (isList) for (const item of parsePiece(`[${text}]`) as unknown[]) list.push(item);
      else Object.assign(object, parsePiece(`{${text}}`));
    }
    from = to + 1;
  }
  return isList ? list : object;
}

/** The name of a member, of the text in front of its value. */
function nameOf(text: string): string {
  const [name] = Object.keys(JSON.parse(`{${text}null}`) as object);
  if (name === undefined) throw unexpected();
  return name;
}

function parsePiece(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAY_NAME_PROTOTYPE.test(text)) dropPrototypes(value);
  return value;
}

function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const member of Object.values(value)) dropPrototypes(member);
}

function blank(bytes: Buffer, from: number, to: number): '' {
  if (!isBlank(bytes, from, to)) throw unexpected();
  return '';
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  return BLANK.test(bytes.toString('latin1', from, to));
}

function unexpected(): SyntaxError {
  return new SyntaxError('Unexpected token in JSON');
}
