import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ContentChange } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Uploads } from '#modules/storage/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { ApplyChanges, type ChangedPlace } from '../editing/apply-changes.js';
import { type FormFile, readOwnFiles } from '../form-files.js';

/** Files that a form of the library may have. */
export const MOST_FILES = 100;
/** Files of one change of a batch. */
const A_CHANGE = 20;

/** The outcome of a form: the notice that is shown, and the number of the change request that has it; null for none. */
export interface FileFormResult {
  notice: 'made' | 'uploaded' | 'replaced' | 'renamed' | 'deleted';
  number: string | null;
  /** Id of a reusable content that was made. */
  made?: string;
}

/** Carries out the forms about files and reusable contents, by the operations of the API. */
@Injectable()
export class FileForms {
  constructor(
    private readonly spaces: Spaces,
    private readonly uploads: Uploads,
    private readonly changes: ApplyChanges,
  ) {}

  /** Adds the files of a form. @throws Forbidden, BadRequest for a form without a file, PayloadTooLarge, and as `readOwnFiles`. */
  async upload(actor: Actor, place: ChangedPlace, message: IncomingMessage): Promise<FileFormResult> {
    const { received } = await this.receive(actor, place, message, MOST_FILES);
    const files = received.map(({ key, name }) => ({ key, name }));
    const changes = chunks(files, A_CHANGE).map((part) => ({
      operation: 'insert_files' as const,
      files: part,
    }));
    const subject = files.length === 1 ? `Add ${files[0]!.name}` : `Add ${files.length} files`;
    return this.apply(actor, place, subject, changes, 'uploaded');
  }

  /** Gives a file other bytes, wherever it is used; also the name of the new file if the form says so. @throws as `upload`. */
  async replace(
    actor: Actor,
    place: ChangedPlace,
    file: string,
    message: IncomingMessage,
  ): Promise<FileFormResult> {
    const { form, received } = await this.receive(actor, place, message, 1);
    const { key, name } = received[0]!;
    const renamed = form.has('rename') ? { name } : {};
    const change = { operation: 'update_file' as const, file, key, ...renamed };
    return this.apply(actor, place, `Replace ${name}`, [change], 'replaced');
  }

  /** Renames or deletes a file. @throws Forbidden, BadRequest for an unknown file or form. */
  file(actor: Actor, place: ChangedPlace, file: string, form: URLSearchParams): Promise<FileFormResult> {
    const name = (form.get('name') ?? '').trim();
    switch (form.get('do')) {
      case 'rename':
        return this.apply(
          actor,
          place,
          `Rename ${name}`,
          [{ operation: 'update_file', file, name }],
          'renamed',
        );
      case 'delete':
        return this.apply(actor, place, 'Delete a file', [{ operation: 'delete_file', file }], 'deleted');
      default:
        throw unknownForm();
    }
  }

  /** Makes, renames or deletes a reusable content. @throws Forbidden, BadRequest for an unknown one, or an unknown form. */
  reusableContent(actor: Actor, place: ChangedPlace, form: URLSearchParams): Promise<FileFormResult> {
    const reusableContent = form.get('id') ?? '';
    const title = (form.get('title') ?? '').trim();
    switch (form.get('do')) {
      case 'make': {
        const change = { operation: 'insert_reusable_content' as const, title, document: { markdown: '' } };
        return this.apply(actor, place, `Add ${title}`, [change], 'made');
      }
      case 'rename': {
        const change = { operation: 'update_reusable_content' as const, reusableContent, title };
        return this.apply(actor, place, `Rename ${title}`, [change], 'renamed');
      }
      case 'delete': {
        const change = { operation: 'delete_reusable_content' as const, reusableContent };
        return this.apply(actor, place, 'Delete a reusable content', [change], 'deleted');
      }
      default:
        throw unknownForm();
    }
  }

  /** Takes the files of a form; a member who may not write is refused before the bytes come. */
  private async receive(actor: Actor, { spaceId }: ChangedPlace, message: IncomingMessage, most: number) {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'edit');
    const take = async ({ name: path, type, stream }: FormFile) => {
      const name = path.split(/[/\\]/).at(-1) ?? path;
      const file = { name, type };
      const key = await this.uploads.take(space.organizationId, actor.userId, 'content_file', file, stream);
      return { key, name };
    };
    const { form, received } = await readOwnFiles(message, take, most);
    if (received.length === 0) throw new BadRequest('Choose a file first.');
    return { form, received };
  }

  private async apply(
    actor: Actor,
    place: ChangedPlace,
    subject: string,
    changes: ContentChange[],
    notice: FileFormResult['notice'],
  ): Promise<FileFormResult> {
    const { number, outcomes } = await this.changes.execute(actor, place, subject, changes);
    const [first] = outcomes;
    const made = first?.object === 'created_reusable_content' ? { made: first.reusableContent } : {};
    return { notice, number, ...made };
  }
}

/** The refusal of a form that none of these pages has. */
export function unknownForm(): BadRequest {
  return new BadRequest('The form says nothing that can be done here; reload the page.');
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
