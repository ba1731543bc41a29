import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { OpenChangeRequest } from '#modules/change-requests/index.js';
import { type GitRun, GitSync, ImportGitRepositoryBody } from '#modules/git/index.js';
import { Imports, StartImportBody } from '#modules/imports/index.js';
import { LiveContent } from '#modules/space-content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Uploads } from '#modules/storage/index.js';
import { IGNORED } from '#platform/archive/archive-path.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { type FormFile, hasFormFiles, readOwnFiles } from '../form-files.js';
import { readOwnForm } from '../forms.js';
import { requireScopes } from '../member-request.js';
import { validBody } from '../valid-body.js';

/** Files that a form may send; folders have more than other forms. */
export const MOST_FILES = 2_000;

/** The import that a form has begun, or the template that it has applied. */
export type ImportStart =
  | { kind: 'folder'; run: GitRun }
  | { kind: 'files'; id: string }
  /** The repository is to be kept in sync; its address is without credentials. */
  | { kind: 'sync'; url: string }
  | { kind: 'template'; changeRequest: number | null };

/** An archive as exports make it. */
const EXPORTED = /\.(tar\.gz|tgz)$/i;

/** A file of a form: an upload, or an archive whose import has begun. */
type Received = { path: string; key: string } | { run: GitRun };

/** Starts imports as forms ask for them, by the operations of the API. */
@Injectable()
export class ImportForms {
  constructor(
    private readonly spaces: Spaces,
    private readonly uploads: Uploads,
    private readonly imports: Imports,
    private readonly git: GitSync,
    private readonly live: LiveContent,
    private readonly opening: OpenChangeRequest,
  ) {}

  /** @throws NotFound, Forbidden, BadRequest for what cannot be imported, Conflict for too many imports at once. */
  async start(actor: Actor, spaceId: string, message: IncomingMessage): Promise<ImportStart> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'edit');
    if (hasFormFiles(message)) return this.startFiles(actor, space, message);
    const form = await readOwnForm(message);
    const textOf = (name: string) => (form.get(name) ?? '').trim();
    switch (form.get('do')) {
      case 'website':
        return this.startImport(actor, space, { type: 'website', url: textOf('url') });
      case 'repository': {
        requireScopes(actor, ['space:git:sync']);
        const body = await validBody(ImportGitRepositoryBody, {
          url: textOf('url'),
          ref: textOf('ref') || 'HEAD',
        });
        return { kind: 'folder', run: await this.git.importRepository(actor, spaceId, body) };
      }
      case 'sync':
        return { kind: 'sync', url: withoutCredentials(textOf('url')) };
      case 'template':
        return this.applyTemplate(actor, space, textOf('template'));
      default:
        throw new BadRequest('The form says nothing that can be done here; reload the page.');
    }
  }

  /** A folder updates the pages of the space; documents and archives become new ones. */
  private async startFiles(actor: Actor, space: SpaceRecord, message: IncomingMessage): Promise<ImportStart> {
    const { organizationId, id: spaceId } = space;
    const take = async (
      { name, type, stream }: FormFile,
      form: URLSearchParams,
    ): Promise<Received | null> => {
      const isFolder = form.get('do') === 'folder';
      const path = isFolder ? pathInFolder(name) : (name.split(/[/\\]/).at(-1) ?? name);
      if (isFolder && IGNORED.test(path)) {
        for await (const _ of stream);
        return null;
      }
      if (!isFolder && EXPORTED.test(path))
        return { run: await this.git.upload(actor, spaceId, { stream, contentType: 'application/gzip' }) };
      const kind = isFolder ? 'content_file' : 'import_file';
      const file = { name: path, type: isFolder ? type : 'application/octet-stream' };
      return { path, key: await this.uploads.take(organizationId, actor.userId, kind, file, stream) };
    };
    const { form, received } = await readOwnFiles(message, take, MOST_FILES);
    const archive = received.find((one) => one !== null && 'run' in one);
    if (archive) return { kind: 'folder', run: archive.run };
    const files = received.filter((one) => one !== null && 'key' in one);
    if (files.length === 0) throw new BadRequest('Choose something to import first.');
    if (form.get('do') !== 'folder')
      return this.startImport(actor, space, { type: 'file', files: files.map(({ key }) => key) });
    return { kind: 'folder', run: await this.git.importUploads(actor, spaceId, files) };
  }

  private async startImport(
    actor: Actor,
    { id, organizationId }: SpaceRecord,
    source: StartImportBody['source'],
  ): Promise<ImportStart> {
    const body = await validBody(StartImportBody, { source, target: { space: id } });
    const { run } = await this.imports.start(actor, organizationId, body);
    return { kind: 'files', id: run.id };
  }

  private async applyTemplate(actor: Actor, space: SpaceRecord, id: string): Promise<ImportStart> {
    const template = { id };
    if (space.editMode !== 'locked') {
      await this.live.applyTemplate(actor, space.id, template);
      return { kind: 'template', changeRequest: null };
    }
    const body = { subject: 'Start from a template', template };
    const { changeRequest } = await this.opening.execute(actor, space.id, body);
    return { kind: 'template', changeRequest: changeRequest.number };
  }
}

/** Browsers name the folder itself first. */
function pathInFolder(name: string): string {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.length > 1 ? segments.slice(1).join('/') : (segments[0] ?? name);
}

/** Other texts go on as they are: the next page refuses them. */
function withoutCredentials(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address.slice(0, 2048);
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
