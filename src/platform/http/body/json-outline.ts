/** A list or an object in a text of JSON that is too long to be parsed at once. */
export interface LongContainer {
  isList: boolean;
  /** Position of its opening bracket. */
  start: number;
  /** Behind the bracket that closes it. */
  end: number;
  /** Commas between its members at which it may be cut: a long member is alone between two of them. */
  cuts: number[];
  /** Its members that are long themselves, in order. */
  long: LongContainer[];
}

interface Open extends LongContainer {
  lastComma: number;
}

export class JsonTooLarge extends Error {}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads a text of JSON byte by byte without making anything of it: how much it holds, and where it can be cut. It checks that brackets
 * match; whether the rest is JSON is for the parser to say.
 */
export class JsonOutline {
  /** The outermost list or object, once it was read to its end and if it is long. */
  root: LongContainer | undefined;
  private readonly open: Open[] = [];
  private values = 1;
  private inString = false;

  /**
   * @param pieceBytes how long something is that may be parsed at once.
   */
  constructor(
    private readonly bytes: Buffer,
    private readonly limits: { depth: number; values: number; pieceBytes: number },
  ) {}

  /**
   * Reads on, in order and without gaps.
   * @throws SyntaxError where brackets do not match, JsonTooLarge where there are more levels or values than the limits say.
   */
  read(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = this.bytes[at];
      if (this.inString) {
        if (byte === QUOTE && !this.isEscaped(at)) this.inString = false;
      } else if (byte === QUOTE) this.inString = true;
      else if (byte === COMMA) this.comma(at);
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.enter(at, byte === OPEN_LIST);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.leave(at, byte === CLOSE_LIST);
    }
  }

  /** @throws SyntaxError where something is still open. */
  end(): void {
    if (this.open.length > 0 || this.inString) throw new SyntaxError('Unexpected end of JSON input');
  }

  /** An even number of backslashes escapes each other. */
  private isEscaped(at: number): boolean {
    let first = at;
    while (this.bytes[first - 1] === BACKSLASH) first--;
    return (at - first) % 2 === 1;
  }

  private enter(at: number, isList: boolean): void {
    if (this.open.length === this.limits.depth)
      throw new JsonTooLarge(`The body is nested deeper than ${this.limits.depth} levels.`);
    this.count();
    this.open.push({ isList, start: at, end: 0, cuts: [], long: [], lastComma: at });
  }

  private comma(at: number): void {
    const container = this.open.at(-1);
    if (!container) throw new SyntaxError('Unexpected comma after the JSON value');
    this.count();
    this.mayCut(container, at);
    container.lastComma = at;
  }

  private leave(at: number, isList: boolean): void {
    const container = this.open.pop();
    if (container?.isList !== isList)
      throw new SyntaxError(`Unexpected bracket at position ${at} of the JSON`);
    this.mayCut(container, at);
    container.end = at + 1;
    if (container.end - container.start <= this.limits.pieceBytes) return;
    if (this.open.length > 0) this.open.at(-1)?.long.push(container);
    else this.root ??= container;
  }

  /** A member that is long is cut off from those before it and after it. */
  private mayCut(container: Open, at: number): void {
    const lastCut = container.cuts.at(-1) ?? container.start;
    const isLong = at - container.lastComma > this.limits.pieceBytes;
    if (isLong && container.lastComma > lastCut) container.cuts.push(container.lastComma);
    const isEnd = this.bytes[at] !== COMMA;
    if (!isEnd && (isLong || at - lastCut > this.limits.pieceBytes)) container.cuts.push(at);
  }

  private count(): void {
    this.values++;
    if (this.values > this.limits.values)
      throw new JsonTooLarge(`The body holds more than ${this.limits.values} values.`);
  }
}
