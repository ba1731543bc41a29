import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { lookup } from 'mime-types';
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from '#platform/http/errors.js';
import { BODY_LIMIT, refuseOtherSites, requireFormToken } from './forms.js';

const OCTETS = 'application/octet-stream';
const MOST_FIELDS = 50;

/** A file of a form while it arrives. */
export interface FormFile {
  /** Its name; with the folders around it where the form sends a folder. */
  name: string;
  /** Media type, by the browser or else by the name. */
  type: string;
  stream: Readable;
}

/** True for the request of a form that carries files. */
export function hasFormFiles({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form with files on a page that we showed in this session. Files are handed on one after the other while they arrive, so
 * that none is in memory as a whole; the fields come before them. Fields of files in which nothing was chosen are left out.
 * @param receive takes all bytes of a file; `form` has the fields that stand before it.
 * @param most files that the form may have.
 * @param fieldLimit bytes of a field; 8 KB where it is absent.
 * @throws as `readOwnForm`, UnsupportedMediaType, BadRequest for a form that breaks off or has more files, and the errors of `receive`.
 */
export async function readOwnFiles<T>(
  message: IncomingMessage,
  receive: (file: FormFile, form: URLSearchParams) => Promise<T>,
  most: number,
  fieldLimit = BODY_LIMIT,
): Promise<{ form: URLSearchParams; received: T[] }> {
  refuseOtherSites(message);
  const form = new URLSearchParams();
  const received: T[] = [];
  const queue = new FileQueue();
  const parser = open(message, most, fieldLimit);
  // Fields stay in memory: many long ones together must not fill it.
  let room = fieldLimit + MOST_FIELDS * BODY_LIMIT;
  parser.on('field', (name, value, { valueTruncated }) => {
    room -= value.length;
    if (valueTruncated || room < 0)
      queue.fail(new PayloadTooLarge(`A field of the form is longer than ${fieldLimit} bytes.`));
    else form.append(name, value);
  });
  parser.on('file', (_, stream, { filename = '', mimeType }) => {
    // The reader of the file hears of the error.
    stream.on('error', () => undefined);
    if (filename === '' || queue.hasFailed) return void stream.resume();
    queue.add(async () => {
      requireFormToken(form);
      received.push(await receive({ name: filename, type: typeOf(filename, mimeType), stream }, form));
    });
  });
  parser.on('fieldsLimit', () => queue.fail(new BadRequest('The form has too many fields.')));
  parser.on('filesLimit', () => queue.fail(new BadRequest(`At most ${most} files can be sent at once.`)));
  parser.on('error', () => queue.fail(new BadRequest('The form broke off; send it again.')));
  try {
    await feed(message, parser, queue);
  } catch (error) {
    parser.destroy();
    // Closing the connection while the browser is still sending would lose the answer.
    message.resume();
    throw error;
  }
  requireFormToken(form);
  return { form, received };
}

/** The text of a file of a form. @param most bytes that it may have. @throws PayloadTooLarge */
export async function readFileText({ stream }: Pick<FormFile, 'stream'>, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new PayloadTooLarge(`The file is larger than ${most / 1024} KB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function open(message: IncomingMessage, files: number, fieldSize: number) {
  try {
    return busboy({
      headers: message.headers,
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { fieldSize, fields: MOST_FIELDS, files },
    });
  } catch {
    message.resume();
    throw new UnsupportedMediaType('Send the form as multipart/form-data.');
  }
}

/** Hands the bytes on as fast as files are taken: small ones that wait for their turn would fill the memory else. */
async function feed(
  message: IncomingMessage,
  parser: ReturnType<typeof busboy>,
  queue: FileQueue,
): Promise<void> {
  const closed = new Promise<void>((resolve) => parser.on('close', resolve));
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      const written = new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
      await queue.orFailed(written);
      // The last one may not be here as a whole.
      await queue.orFailed(queue.allButLast);
    }
  } catch (error) {
    if (!message.complete && message.destroyed) throw new BadRequest('The form broke off; send it again.');
    throw error;
  }
  parser.end();
  await queue.orFailed(closed);
  await queue.orFailed(queue.all);
}

/** Files that are taken one after the other, until one of them fails. */
class FileQueue {
  /** Settles when the files so far are taken. */
  all: Promise<void> = Promise.resolve();
  /** The same without the last of them. */
  allButLast: Promise<void> = this.all;
  hasFailed = false;
  fail!: (error: unknown) => void;
  private readonly failure = new Promise<never>((_, reject) => {
    this.fail = (error) => {
      this.hasFailed = true;
      reject(error as Error);
    };
  });

  constructor() {
    this.failure.catch(() => undefined);
  }

  add(take: () => Promise<void>): void {
    this.allButLast = this.all;
    this.all = this.all.then(() => (this.hasFailed ? undefined : take())).catch(this.fail);
  }

  /** @throws the first failure, even while `work` never ends. */
  orFailed(work: Promise<void>): Promise<void> {
    return Promise.race([this.failure, work]);
  }
}

/** Browsers know few types: of the others they say that it is bytes, or say nothing. */
function typeOf(name: string, given: string): string {
  const isUseful = /^[\w.+-]+\/[\w.+-]+$/.test(given) && given !== OCTETS;
  return isUseful ? given : lookup(name) || OCTETS;
}
