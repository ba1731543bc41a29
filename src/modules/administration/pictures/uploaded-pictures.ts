import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readOwnFiles } from '#modules/member-pages/index.js';
import { SignedUrls, Uploads } from '#modules/storage/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';

/** Stores the picture that a form sends beside other settings. */
@Injectable()
export class UploadedPictures {
  constructor(
    private readonly uploads: Uploads,
    private readonly signedUrls: SignedUrls,
  ) {}

  /**
   * Takes the only file of a form, which has to be a picture. The caller has made sure that the actor may.
   * @returns the fields of the form, and an address that settings take for the picture.
   * @throws as `readOwnFiles`, BadRequest without a picture.
   */
  async take(
    { userId }: Actor,
    organizationId: string,
    message: IncomingMessage,
  ): Promise<{ form: URLSearchParams; url: string }> {
    const { form, received } = await readOwnFiles(
      message,
      async (file) => {
        if (!file.type.startsWith('image/'))
          throw new BadRequest(`“${file.name}” is not a picture; choose an image file.`);
        const name = file.name.split(/[/\\]/).at(-1) ?? file.name;
        return this.uploads.take(organizationId, userId, 'content_file', { ...file, name }, file.stream);
      },
      1,
    );
    if (received.length === 0) throw new BadRequest('Choose a picture first.');
    const [upload] = await this.uploads.requireUpload(
      organizationId,
      userId,
      'content_file',
      received,
      'file',
    );
    const { blob, contentType, name } = upload!;
    return { form, url: this.signedUrls.sign({ organizationId, blob, contentType, name }) };
  }
}
