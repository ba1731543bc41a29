import type { Readable } from 'node:stream';

/** First and last byte of a part of a blob, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Storage of bytes. Keys are relative paths of safe characters; values never change once written. */
export interface BlobBackend {
  /** A local folder for half-received streams; `adopt` takes files from there. */
  readonly spoolFolder: string;
  /** Writes the whole value; afterwards it is there completely or not at all. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes over a complete local file of the spool folder; the file is gone afterwards. */
  moveFromSpool(key: string, path: string, size: number): Promise<void>;
  /** Size in bytes, null for an unknown key. */
  stat(key: string): Promise<number | null>;
  /** The bytes, or a part of them; null for an unknown key. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>;
  /** Copies within the backend; false for an unknown key. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removes the value; fine when it is already gone. */
  delete(key: string): Promise<void>;
}
