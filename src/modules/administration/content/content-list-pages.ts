import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Collections, CreateCollectionBody } from '#modules/collections/index.js';
import { Revisions } from '#modules/content/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  requireScopes,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { Organizations } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type ContentItem, OrganizationContents, Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { CollectionPaths } from './collection-paths.js';
import { contentUrls } from './content-frame.js';
import { contentList } from './content-list.js';
import { MoveContent } from './move-content.js';
import { type MovedContent, readContent, readMove } from './read-move.js';

const MOST = 50;
/** Paths and choices know no more collections. */
export const MOST_COLLECTIONS = 1000;
/** Sentences about what other pages did before they led here. */
const ELSEWHERE: Record<string, string> = {
  'delete-collection': 'The collection is deleted. What was in it has moved to where the collection was.',
  'transfer-space': 'The space belongs to the other organization now.',
  'transfer-collection': 'The collection belongs to the other organization now, with everything in it.',
};

/** `/app/o/{organization}/content`: the collections and spaces of an organization, level by level. */
@Injectable()
export class ContentListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly contents: OrganizationContents,
    private readonly moving: MoveContent,
    private readonly revisions: Revisions,
    private readonly users: Users,
  ) {}

  /** @throws NotFound for an organization or a collection that the member does not see. */
  @AppRoute('/o/:organization/content', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'collection:read'],
    operations: ['createCollection', 'moveSpace', 'moveCollection'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    const level = request.query.get('in') || null;
    return answerForms(request, message, {
      here: contentUrls(this.config.basePath, id).level(level),
      actions: this.actions(request, id, level),
      show: (state) => this.page(request, id, level, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string, level: string | null): Record<string, FormAction> {
    return {
      create: {
        done: 'The collection is made.',
        run: async (form) => {
          requireScopes(actor, ['collection:write']);
          const parent = level === null ? {} : { parent: level };
          const body = await validBody(CreateCollectionBody, { title: textOf(form, 'title'), ...parent });
          await this.collections.create(actor, id, body);
        },
      },
      move: {
        done: 'It is moved.',
        run: async (form) => {
          const moved = readContent(textOf(form, 'item'));
          requireScopes(actor, [moved.kind === 'space' ? 'space:metadata:write' : 'collection:write']);
          await this.requireHere(actor, id, moved);
          await this.moving.execute(actor, moved, await readMove(form));
        },
      },
    };
  }

  /** The forms of a page are about the organization of the page. @throws NotFound */
  private async requireHere(actor: Actor, organizationId: string, { kind, id }: MovedContent): Promise<void> {
    const places = kind === 'space' ? this.spaces : this.collections;
    const found = await places.findVisible(actor, organizationId, [id]);
    if (!found.has(id)) throw new NotFound(kind);
  }

  private async page(
    request: MemberRequest,
    organizationId: string,
    level: string | null,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { actor, query } = request;
    const search = (query.get('search') ?? '').trim().slice(0, 255);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next, count } =
      search === ''
        ? await this.contents.listLevel(actor, organizationId, level, page)
        : await this.contents.search(actor, organizationId, search, page);
    const { permissions } = await this.organizations.viewOrganization(actor, organizationId);
    const known = await this.collections.list(actor, organizationId, true, { limit: MOST_COLLECTIONS });
    const here = known.items.find(({ collection }) => collection.id === level);
    const elsewhere = ELSEWHERE[query.get('done') ?? ''];
    const view = {
      organizationId,
      level,
      paths: new CollectionPaths(known.items),
      items,
      count,
      more: next?.page ?? null,
      isFirstPage: page.page === undefined,
      search,
      mayCreate: level === null ? permissions.createContent : here?.permissions.create === true,
      mayCreateSomewhere: permissions.createContent || known.items.some((one) => one.permissions.create),
      maySettings: here?.permissions.admin === true,
      hasArchived: items.length === 0 && (await this.hasArchived(actor, organizationId)),
      editors: await this.editorsOf(request, organizationId, items),
      state: elsewhere === undefined ? state : { ...state, notice: elsewhere },
    };
    return this.shell.show(request, contentList(this.config.basePath, view), state.status);
  }

  private async hasArchived(actor: Actor, organizationId: string): Promise<boolean> {
    return (await this.contents.listArchived(actor, organizationId, { limit: 1 })).items.length > 0;
  }

  /** Names of those who worked on each space last; none for tokens that may not read content. */
  private async editorsOf(
    { actor }: MemberRequest,
    organizationId: string,
    items: readonly ContentItem[],
  ): Promise<Map<string, string[]>> {
    if (!hasScopes(actor, ['space:content:read'])) return new Map();
    const ids = items.flatMap((item) => (item.kind === 'space' ? [item.view.space.id] : []));
    const authors = await this.revisions.listLatestAuthors(organizationId, ids);
    const users = await this.users.findUsersByIds([...authors.values()].flat());
    return new Map(
      [...authors].map(([space, found]) => [
        space,
        found.flatMap((author) => users.get(author)?.displayName ?? []),
      ]),
    );
  }
}
