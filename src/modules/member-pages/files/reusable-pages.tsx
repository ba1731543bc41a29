import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Links } from '#modules/links/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { VisibleContent } from '#modules/space-content/index.js';
import { Config } from '#platform/config/env.js';
import { paginateArray } from '#platform/database/pagination.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { FileForms } from './file-forms.js';
import { FileFrame } from './file-frame.js';
import { changedPlace, statusOf } from './file-pages.js';
import { type FilePlace, FilePlaces } from './file-places.js';
import { ReusableList } from './reusable-list.js';
import { usagePlaces } from './usages.js';

const ROUTE = {
  forms: true,
  scopes: ['space:content:read'],
  formScopes: ['space:content:write'],
  operations: ['createChangeRequest', 'updateSpaceContent', 'updateChangeRequestContent'],
} as const;
const A_PAGE = 48;

/** The reusable contents of a space or a change request. */
@Injectable()
export class ReusablePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly places: FilePlaces,
    private readonly visible: VisibleContent,
    private readonly links: Links,
    private readonly forms: FileForms,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/reusable-contents', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/reusable-contents', ROUTE)
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space = '', number } = params;
    const place = await this.places.find(actor, space, number);
    if (message.method !== 'POST') return this.show(request, place);
    const form = await readOwnForm(message);
    try {
      const result = await this.forms.reusableContent(actor, changedPlace(place), form);
      const { reusableContents, editReusable } = this.places.urls(space, result.number);
      const location = result.made
        ? editReusable + result.made
        : `${reusableContents}?notice=${result.notice}`;
      return { kind: 'redirect', status: 303, location, isComplete: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return this.show(request, place, error);
    }
  }

  private async show(request: MemberRequest, place: FilePlace, error?: DomainError): Promise<SiteAnswer> {
    const { query } = request;
    const all = await this.visible.reusableContents(place.from.context);
    const page = { limit: A_PAGE, page: query.get('page') ?? undefined };
    const sorted = all.toSorted((one, other) => one.title.localeCompare(other.title));
    const { items, next } = paginateArray(sorted, page, ({ id }) => id);
    const ids = items.map(({ id }) => id);
    const usages = await this.links.listUsages(place.from, 'reusable-content', ids);
    const rows = items.map(({ id, title }) => {
      const usage = usages.get(id);
      return { id, title, usage, places: usagePlaces(place, this.config.basePath, usage?.locations ?? []) };
    });
    return this.shell.page(
      request,
      { title: 'Reusable contents', space: place.space, tab: 'files', isWide: true, ...statusOf(error) },
      <FileFrame
        place={place}
        current="reusable-contents"
        notice={query.get('notice')}
        problem={error?.message}
      >
        <ReusableList
          here={place.urls.reusableContents}
          rows={rows}
          more={next?.page ?? null}
          editRoot={place.mayEdit ? place.urls.editReusable : null}
        />
      </FileFrame>,
    );
  }
}
