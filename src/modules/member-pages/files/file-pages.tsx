import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FileRecord } from '#modules/content/index.js';
import { Links, presentBacklinks } from '#modules/links/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { VisibleContent } from '#modules/space-content/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { Config } from '#platform/config/env.js';
import { paginateArray } from '#platform/database/pagination.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { hasFormFiles } from '../form-files.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { FileDetails } from './file-details.js';
import { type FileFormResult, FileForms } from './file-forms.js';
import { FileFrame } from './file-frame.js';
import { FileList } from './file-list.js';
import { type FilePlace, FilePlaces } from './file-places.js';
import { usagePlaces } from './usages.js';

const ROUTE = {
  forms: true,
  scopes: ['space:content:read'],
  formScopes: ['space:content:write'],
  operations: [
    'createChangeRequest',
    'updateSpaceContent',
    'updateChangeRequestContent',
    'generateStorageUploadURL',
    'uploadFile',
  ],
} as const;
const A_PAGE = 48;
const USES = 50;

/** The files of a space or a change request, and each of them. */
@Injectable()
export class FilePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly places: FilePlaces,
    private readonly visible: VisibleContent,
    private readonly links: Links,
    private readonly urls: SignedUrls,
    private readonly forms: FileForms,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/files', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/files', ROUTE)
  async list(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space = '', number } = params;
    const place = await this.places.find(actor, space, number);
    if (message.method !== 'POST') return this.showList(request, place);
    return this.carryOut(
      () => this.forms.upload(actor, changedPlace(place), message),
      ({ number: key, notice }) => `${this.places.urls(space, key).files}?notice=${notice}`,
      (error) => this.showList(request, place, error),
    );
  }

  /** @throws as `list`, NotFound for an unknown file. */
  @AppRoute('/s/:space/~/files/:file', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/files/:file', ROUTE)
  async details(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space = '', number, file: id = '' } = params;
    const place = await this.places.find(actor, space, number);
    const file = await this.visible.file(place.from.context, id);
    if (!file) throw new NotFound('file');
    if (message.method !== 'POST') return this.showFile(request, place, file);
    const changed = changedPlace(place);
    return this.carryOut(
      async () =>
        hasFormFiles(message)
          ? this.forms.replace(actor, changed, id, message)
          : this.forms.file(actor, changed, id, await readOwnForm(message)),
      ({ number: key, notice }) => {
        const { files } = this.places.urls(space, key);
        const one = notice === 'deleted' ? files : `${files}/${encodeURIComponent(id)}`;
        return `${one}?notice=${notice}`;
      },
      (error) => this.showFile(request, place, file, error),
    );
  }

  /** Carries out a form and leads to where its outcome is seen; a refusal is said on the page of the form. */
  private async carryOut(
    work: () => Promise<FileFormResult>,
    to: (result: FileFormResult) => string,
    refuse: (error: DomainError) => Promise<SiteAnswer>,
  ): Promise<SiteAnswer> {
    try {
      return { kind: 'redirect', status: 303, location: to(await work()), isComplete: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return refuse(error);
    }
  }

  private async showList(request: MemberRequest, place: FilePlace, error?: DomainError): Promise<SiteAnswer> {
    const { query } = request;
    const search = (query.get('q') ?? '').trim();
    const isGrid = query.get('view') !== 'list';
    const all = (await this.visible.files(place.from.context)).toReversed();
    const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    const page = { limit: A_PAGE, page: query.get('page') ?? undefined };
    const { items, next } = paginateArray(found, page, ({ id }) => id);
    const usages = await this.links.listUsages(
      place.from,
      'file',
      items.map(({ id }) => id),
    );
    const rows = items.map((file) => {
      const usage = usages.get(file.id);
      const places = usagePlaces(place, this.config.basePath, usage?.locations ?? []);
      return { ...this.factsOf(place, file), href: hrefOf(place, file.id), usage, places };
    });
    return this.shell.page(
      request,
      {
        ...{ title: 'Files', space: place.space, tab: 'files', isWide: true, ...statusOf(error) },
        bundles: place.mayEdit ? ['files'] : [],
      },
      <FileFrame place={place} current="files" notice={query.get('notice')} problem={error?.message}>
        <FileList
          view={{
            here: place.urls.files,
            rows,
            count: found.length,
            bytes: found.reduce((sum, { size }) => sum + size, 0),
            search,
            isGrid,
            more: next?.page ?? null,
            mayEdit: place.mayEdit,
          }}
        />
      </FileFrame>,
    );
  }

  private async showFile(
    request: MemberRequest,
    place: FilePlace,
    file: FileRecord,
    error?: DomainError,
  ): Promise<SiteAnswer> {
    const { query } = request;
    const page = { limit: USES, page: query.get('page') ?? undefined };
    const { items, next } = presentBacklinks(
      await this.links.listBacklinks(place.from, { kind: 'file', id: file.id }, page),
    );
    return this.shell.page(
      request,
      {
        ...{ title: file.name, space: place.space, tab: 'files', isWide: true },
        breadcrumbs: [{ href: place.urls.files, title: 'Files' }],
        ...statusOf(error),
      },
      <FileFrame place={place} current="files" notice={query.get('notice')} problem={error?.message}>
        <FileDetails
          view={{
            here: hrefOf(place, file.id),
            file: { ...this.factsOf(place, file), createdAt: new Date(file.createdAt) },
            usedIn: usagePlaces(place, this.config.basePath, items),
            more: next?.page ?? null,
            mayEdit: place.mayEdit,
          }}
        />
      </FileFrame>,
    );
  }

  private factsOf({ space }: FilePlace, { name, contentType, size, dimensions, blob }: FileRecord) {
    const { organizationId } = space;
    // The page may be open at another host than PUBLIC_URL names.
    const download = new URL(this.urls.sign({ organizationId, name, contentType, blob })).pathname;
    return { name, contentType, size, download, ...(dimensions ? { dimensions } : {}) };
  }
}

function hrefOf({ urls }: FilePlace, id: string): string {
  return `${urls.files}/${encodeURIComponent(id)}`;
}

/** The place of the page as the one to change. */
export function changedPlace({ space, number }: FilePlace) {
  return { spaceId: space.id, ...(number === undefined ? {} : { number }) };
}

/** The status of a page that says why a form was refused. */
export function statusOf(error: DomainError | undefined): { status?: number } {
  return error ? { status: error.status } : {};
}
