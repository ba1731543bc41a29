import type { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest, Conflict, Forbidden, PayloadTooLarge } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { newId } from '#platform/ids/ids.js';
import { BlobReferences } from '../blob-references.js';
import { InstallationSecrets } from '../installation-secrets.repository.js';
import { Storage } from '../storage.js';
import { baseType, maxUploadSize, refuseUpload, type UploadedFile, type UploadKind } from './upload-kinds.js';
import { type Upload, UploadsRepository } from './uploads.repository.js';

/** The address takes the bytes for so long. */
const VALID_MS = 30 * 60_000;
/** Bytes that nobody has used stay for so long. */
const KEPT_MS = 24 * 3_600_000;
/** In the last part of that time nobody begins to use them: they must not vanish meanwhile. */
const LAST_USE_MS = 2 * 3_600_000;

/** Contents of an upload address. */
export interface UploadAddress {
  organizationId: string;
  key: string;
  signature: string;
}

/** An upload whose bytes are here. */
export type CompleteUpload = Upload & { blob: string };

/**
 * Files on their way in: announced with a token, sent without one to a signed address that works once, then named by
 * their key in the operation they are for.
 */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly secret = this.secrets.declare('uploads');

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly storage: Storage,
    private readonly references: BlobReferences,
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.references.register((organizationId, blobs) => this.uploads.findBlobs(organizationId, blobs));
  }

  /**
   * Announces a file. Whether the user may was decided before.
   * @throws BadRequest for a type that is of no use, PayloadTooLarge for a size past the limit.
   */
  async announce(
    organizationId: string,
    userId: string,
    kind: UploadKind,
    file: UploadedFile,
  ): Promise<{ key: string; url: string }> {
    requireUse(kind, file);
    const key = newId();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + VALID_MS);
    const { name, type: contentType, size } = file;
    const place = { organizationId, key, createdBy: userId };
    await this.uploads.insert({ ...place, kind, name, contentType, size, createdAt, expiresAt, blob: null });
    const signature = this.secret.sign([organizationId, key]).toString('base64url');
    return { key, url: this.urls.at('~uploads', organizationId, key, signature) };
  }

  /**
   * Takes a file that nobody announced, such as one of a form. Whether the user may was decided before. Refusals are sentences
   * for the person who chose the file.
   * @returns its key.
   * @throws as `announce`, PayloadTooLarge also once more bytes have come than the kind allows.
   */
  async take(
    organizationId: string,
    userId: string,
    kind: UploadKind,
    { name, type: contentType }: Omit<UploadedFile, 'size'>,
    body: Readable,
  ): Promise<string> {
    const file = { name, type: contentType, size: 0 };
    const refusal = refuseUpload(kind, file);
    if (refusal) throw new BadRequest(refusal.sentence);
    const maxSize = maxUploadSize(kind);
    const stored = await this.storage.put(organizationId, body, { contentType, maxSize }).catch((error) => {
      const tooLarge = error instanceof PayloadTooLarge && refuseUpload(kind, { ...file, size: maxSize + 1 });
      throw tooLarge ? new PayloadTooLarge(tooLarge.sentence) : error;
    });
    const key = newId();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + KEPT_MS);
    const place = { organizationId, key, createdBy: userId };
    await this.uploads.insert({ ...place, kind, name, contentType, createdAt, expiresAt, ...stored });
    return key;
  }

  /**
   * Takes the bytes.
   * @throws Forbidden for an address that was altered or has expired, Conflict when it was used before, BadRequest and
   * PayloadTooLarge for anything but the announced type and size.
   */
  async receive(
    { organizationId, key, signature }: UploadAddress,
    body: Readable,
    headers: { contentType: string; contentLength?: number },
  ): Promise<void> {
    const isOurs = this.secret.verify(Buffer.from(signature, 'base64url'), [organizationId, key]);
    const upload = isOurs ? await this.uploads.find(organizationId, key) : null;
    if (!upload || (upload.blob === null && upload.expiresAt <= this.clock.now()))
      throw new Forbidden('This upload address is not valid or has expired; ask for a new one.');
    if (upload.blob !== null) throw new Conflict('This upload address was used already; ask for a new one.');
    if (baseType(headers.contentType) !== baseType(upload.contentType))
      throw new BadRequest(`The header Content-Type must be "${upload.contentType}", as it was announced.`);
    const { contentLength = upload.size } = headers;
    if (contentLength !== upload.size) throw wrongSize(upload.size, contentLength);
    const { blob, size } = await this.store(upload, body);
    if (size !== upload.size) throw wrongSize(upload.size, size);
    const keptUntil = new Date(this.clock.now().getTime() + KEPT_MS);
    if (!(await this.uploads.complete(organizationId, key, blob, keptUntil)))
      throw new Conflict('This upload address was used already; ask for a new one.');
  }

  /**
   * Uploads that the user made for this kind of use, in the order of the keys.
   * @param at the field of the request that names them, for the error sentence.
   * @throws BadRequest for a key that is unknown, somebody else's, for something else, or without its bytes.
   */
  async requireUpload(
    organizationId: string,
    userId: string,
    kind: UploadKind,
    keys: readonly string[],
    at: string,
  ): Promise<CompleteUpload[]> {
    const lastUse = new Date(this.clock.now().getTime() + LAST_USE_MS);
    const found = new Map((await this.uploads.findAll(organizationId, keys)).map((one) => [one.key, one]));
    return keys.map((key) => {
      const upload = found.get(key);
      if (!upload || upload.createdBy !== userId || upload.kind !== kind)
        throw new BadRequest(`${at}: you have no upload ${key} of the kind ${kind}, or it has expired.`);
      const { blob } = upload;
      if (blob === null)
        throw new BadRequest(`${at}: nothing was sent to the address of the upload ${key} yet.`);
      if (upload.expiresAt <= lastUse) throw new BadRequest(`${at}: the upload ${key} has expired.`);
      return { ...upload, blob };
    });
  }

  private async store(upload: Upload, body: Readable): Promise<{ blob: string; size: number }> {
    const { organizationId, contentType, size: maxSize } = upload;
    try {
      return await this.storage.put(organizationId, body, { contentType, maxSize });
    } catch (error) {
      if (error instanceof PayloadTooLarge) throw wrongSize(maxSize, maxSize + 1);
      throw error;
    }
  }
}

/** @throws BadRequest for a type that is of no use for the kind, PayloadTooLarge for a size past its limit. */
function requireUse(kind: UploadKind, file: UploadedFile): void {
  const refusal = refuseUpload(kind, file);
  if (refusal?.reason === 'too-large') throw new PayloadTooLarge(refusal.message);
  if (refusal) throw new BadRequest(refusal.message);
}

function wrongSize(announced: number, sent: number): Error {
  const message = `The file was announced with ${announced} bytes; send exactly so many.`;
  return sent > announced ? new PayloadTooLarge(message) : new BadRequest(message);
}
