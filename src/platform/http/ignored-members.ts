import type { Response } from 'express';

const HEADER = 'Ignored-Members';
const MAX_NAMES = 20;
const MAX_LENGTH = 80;
/** Letters that a name keeps; all others are escaped, so that a name can neither end the header nor the text it is in. */
const OTHER = /[^\w.[\]$-]/gu;
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Members of bodies that are being read, to be told to whoever sent them. */
const listeners = new WeakMap<object, (ignored: IgnoredMembers) => void>();

/** The members of one body that no class declares: the first ones by their paths, all of them by number. */
export class IgnoredMembers {
  private readonly names: string[] = [];
  private count = 0;

  /** @param at path of the object that has the members; empty for the body itself. */
  add(value: object, known: object, at: string): void {
    const own = Object.keys(value);
    const more = own.length - Object.keys(known).length;
    if (more <= 0) return;
    this.count += more;
    for (const name of own) {
      if (this.names.length === MAX_NAMES) return;
      if (!Object.hasOwn(known, name)) this.names.push(at === '' ? name : `${at}.${name}`);
    }
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * As a list of strings (RFC 9651): `"titel", "pages[0].colour"`. `more` beside the last one tells how many there are besides. Letters
   * other than those of usual names are percent-encoded.
   */
  toString(): string {
    const more = this.count - this.names.length;
    return this.names.map(quoted).join(', ') + (more > 0 ? `;more=${more}` : '');
  }
}

/** Names the members of the body that the operation does not read in a header of the answer, whether it succeeds or not. */
export function tellIgnoredMembers(body: unknown, response: Response): void {
  if (typeof body !== 'object' || body === null) return;
  listeners.set(body, (ignored) => response.setHeader(HEADER, ignored.toString()));
}

/** Hands on what a body holds beside the members that its class declares. */
export function noteIgnoredMembers(body: object, ignored: IgnoredMembers): void {
  if (!ignored.isEmpty) listeners.get(body)?.(ignored);
}

function quoted(path: string): string {
  const short = path.length > MAX_LENGTH ? `${path.slice(0, MAX_LENGTH)}...` : path;
  return `"${short.replace(HALF_CHARACTER, '\ufffd').replace(OTHER, encodeURIComponent)}"`;
}
