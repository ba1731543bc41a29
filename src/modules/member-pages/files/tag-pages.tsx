import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ContentStore, type ContentTag } from '#modules/content/index.js';
import { Links, presentBacklinks } from '#modules/links/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { FileFrame } from './file-frame.js';
import { changedPlace, statusOf } from './file-pages.js';
import { type FilePlace, FilePlaces } from './file-places.js';
import { TagForms } from './tag-forms.js';
import { TagDetails, TagList } from './tag-list.js';
import { usagePlaces } from './usages.js';

const ROUTE = {
  forms: true,
  scopes: ['space:content:read'],
  formScopes: ['space:content:write'],
  operations: ['createChangeRequest', 'updateSpaceContent', 'updateChangeRequestContent'],
} as const;
const USES = 50;

/** The tags of a space or a change request, and each of them. */
@Injectable()
export class TagPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly places: FilePlaces,
    private readonly content: ContentStore,
    private readonly links: Links,
    private readonly forms: TagForms,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/tags', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/tags', ROUTE)
  async list(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space = '', number } = params;
    const place = await this.places.find(actor, space, number);
    if (message.method !== 'POST') return this.showList(request, place);
    const form = await readOwnForm(message);
    try {
      const { number: key, notice } = await this.forms.make(actor, changedPlace(place), form);
      return redirect(`${this.places.urls(space, key).tags}?notice=${notice}`);
    } catch (error) {
      return this.showList(request, place, refusalOf(error));
    }
  }

  /** @throws as `list`, NotFound for an unknown tag. */
  @AppRoute('/s/:space/~/tags/:tag', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/tags/:tag', ROUTE)
  async details(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space = '', number, tag: slug = '' } = params;
    const place = await this.places.find(actor, space, number);
    const tag = (await this.tagsOf(place)).find((one) => one.slug === slug);
    if (!tag) throw new NotFound('tag');
    if (message.method !== 'POST') return this.showTag(request, place, tag);
    const form = await readOwnForm(message);
    try {
      const { number: key, notice } = await this.forms.change(actor, changedPlace(place), slug, form);
      const { tags } = this.places.urls(space, key);
      return redirect(`${notice === 'deleted' ? tags : hrefOf(tags, slug)}?notice=${notice}`);
    } catch (error) {
      return this.showTag(request, place, tag, refusalOf(error));
    }
  }

  private async showList(request: MemberRequest, place: FilePlace, error?: DomainError): Promise<SiteAnswer> {
    const tags = await this.tagsOf(place);
    const slugs = tags.map(({ slug }) => slug);
    const usages = await this.links.listUsages(place.from, 'tag', slugs);
    const rows = tags
      .map((tag) => ({ tag, href: hrefOf(place.urls.tags, tag.slug), usage: usages.get(tag.slug) }))
      .toSorted((one, other) => one.tag.label.localeCompare(other.tag.label));
    return this.shell.page(
      request,
      { title: 'Tags', space: place.space, tab: 'files', isWide: true, ...statusOf(error) },
      <FileFrame place={place} current="tags" notice={request.query.get('notice')} problem={error?.message}>
        <TagList rows={rows} mayEdit={place.mayEdit} />
      </FileFrame>,
    );
  }

  private async showTag(
    request: MemberRequest,
    place: FilePlace,
    tag: ContentTag,
    error?: DomainError,
  ): Promise<SiteAnswer> {
    const { query } = request;
    const page = { limit: USES, page: query.get('page') ?? undefined };
    const target = { kind: 'tag', id: tag.slug } as const;
    const { items, next } = presentBacklinks(await this.links.listBacklinks(place.from, target, page));
    const usage = (await this.links.listUsages(place.from, 'tag', [tag.slug])).get(tag.slug);
    const frame = { title: tag.label, space: place.space, tab: 'files', isWide: true } as const;
    return this.shell.page(
      request,
      { ...frame, breadcrumbs: [{ href: place.urls.tags, title: 'Tags' }], ...statusOf(error) },
      <FileFrame place={place} current="tags" notice={query.get('notice')} problem={error?.message}>
        <TagDetails
          view={{
            here: hrefOf(place.urls.tags, tag.slug),
            tag,
            usedIn: usagePlaces(place, this.config.basePath, items),
            more: next?.page ?? null,
            count: usage?.count ?? 0,
            mayEdit: place.mayEdit,
          }}
        />
      </FileFrame>,
    );
  }

  private async tagsOf({ from }: FilePlace): Promise<ContentTag[]> {
    const { organizationId, snapshot } = from.context;
    return (await this.content.readSettings(organizationId, snapshot)).tags;
  }
}

const hrefOf = (tags: string, slug: string): string => `${tags}/${encodeURIComponent(slug)}`;

const redirect = (location: string): SiteAnswer => ({
  kind: 'redirect',
  status: 303,
  location,
  isComplete: true,
});

/** The error as one to say on the page of the form. @throws all other errors, and NotFound. */
function refusalOf(error: unknown): DomainError {
  if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
  return error;
}
