/** Output of a command: results to standard output, everything else to standard error. */
export interface Streams {
  out: { write(text: string): unknown };
  err: { write(text: string): unknown; isTTY?: boolean };
}

const CLEAR_LINE = '\r\u001b[2K';
const PLAIN_PAUSE_MS = 2000;

/** Writes results and progress. On a terminal the progress is one line that is written again and again. */
export class Output {
  private isLineOpen = false;
  private lastPlain = 0;

  constructor(
    private readonly streams: Streams,
    readonly isJson: boolean,
  ) {}

  /** Shows the current step. */
  progress(text: string): void {
    const { err } = this.streams;
    if (err.isTTY) {
      err.write(`${CLEAR_LINE}${text}`);
      this.isLineOpen = true;
      return;
    }
    if (Date.now() - this.lastPlain < PLAIN_PAUSE_MS) return;
    this.lastPlain = Date.now();
    err.write(`${text}\n`);
  }

  /** A line that stays, apart from the result. */
  note(text: string): void {
    this.clear();
    this.streams.err.write(`${text}\n`);
  }

  /** The result: the object with `--json`, else the lines for people. */
  result(value: object, lines: string[]): void {
    this.clear();
    this.streams.out.write(
      this.isJson ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  }

  error(message: string): void {
    this.clear();
    this.streams.err.write(`${message}\n`);
  }

  private clear(): void {
    if (this.isLineOpen) this.streams.err.write(CLEAR_LINE);
    this.isLineOpen = false;
  }
}
