import { createHash } from 'node:crypto';
import type { CommitInfo, CommitToWrite, Signature } from './remote-repository.js';

/** A commit as Git stores it. Equal input makes equal bytes, and so an equal id. */
export function commitText(
  tree: string,
  { parents, author, committer = author, message }: CommitToWrite,
): string {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signature(author)}`,
    `committer ${signature(committer)}`,
  ];
  return `${lines.join('\n')}\n\n${message.replaceAll('\0', '').trimEnd()}\n`;
}

/** The id of an object. */
export function objectId(type: string, bytes: Buffer): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** A line that says who wrote a commit along with its author. */
export function coAuthorTrailer({ name, email }: { name: string; email: string }): string {
  return `Co-authored-by: ${plain(name) || 'Unknown'} <${plain(email).replaceAll(' ', '')}>`;
}

function signature({ name, email, timestamp }: Signature): string {
  const seconds = Math.max(0, Math.floor(timestamp.getTime() / 1000));
  return `${plain(name) || 'Unknown'} <${plain(email).replaceAll(' ', '')}> ${seconds} +0000`;
}

/** Without signs that would end a name, an address or a line, and those that Git takes off the ends of names. */
function plain(value: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what has to go
  return value.replace(/[<>\u0000-\u001f\u007f]/g, '').replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '');
}

/** Reads a commit as Git stores it. */
export function readCommitText(oid: string, text: string): CommitInfo {
  const end = text.indexOf('\n\n');
  const head = (end < 0 ? text : text.slice(0, end)).split('\n');
  const value = (name: string): string =>
    head.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const parents = head.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7));
  return {
    oid,
    parents,
    message: end < 0 ? '' : text.slice(end + 2).trim(),
    author: readSignature(value('author')),
    committer: readSignature(value('committer')),
  };
}

function readSignature(line: string): Signature {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<([^>]*)> ?(\d+)?/.exec(line) ?? [];
  const time = Number(seconds) * 1000;
  return { name, email, timestamp: new Date(Number.isFinite(time) && time < 8.64e15 ? time : 0) };
}
