/** The part of busboy, which comes without types, that we use. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable, Writable } from 'node:stream';

  interface Options {
    headers: IncomingHttpHeaders;
    preservePath?: boolean;
    defParamCharset?: string;
    limits?: { fieldSize?: number; fields?: number; files?: number };
  }

  interface Parser extends Writable {
    on(
      event: 'field',
      listener: (name: string, value: string, info: { valueTruncated: boolean }) => void,
    ): this;
    on(
      event: 'file',
      listener: (name: string, stream: Readable, info: { filename?: string; mimeType: string }) => void,
    ): this;
    on(event: 'fieldsLimit' | 'filesLimit' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  /** @throws Error for headers that are not those of a form. */
  export default function busboy(options: Options): Parser;
}
