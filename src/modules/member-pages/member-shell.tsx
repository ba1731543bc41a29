import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { Collections } from '#modules/collections/index.js';
import { readConversationsVerdict } from '#modules/conversations/index.js';
import { Inbox } from '#modules/home/index.js';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { Operators } from '#modules/operators/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { type BodyAnswer, type BundleName, html } from '#modules/publishing/index.js';
import { type SpacePermissions, Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { ArchivedNotices } from './archived-notices.js';
import { memberDocument } from './member-document.js';
import { hasScopes } from './member-request.js';
import { MemberRoutes } from './member-routes.js';
import { Now } from './shell/ago.js';
import { pageTabs } from './shell/page-tabs.js';
import type { ShellPage, ShownPage } from './shell/shown-page.js';
import { type GitNotice, GitNotices } from './git-notices.js';
import { reviewUrls } from './review/review-urls.js';
import { ShellFrame } from './shell/shell-frame.js';
import type {
  ArchivedView,
  NavigationItem,
  Place,
  SearchPlace,
  ShellPerson,
  ShellSpace,
  ShellView,
  TabView,
  TreeNode,
} from './shell/shell-view.js';
import { type SpaceTab, spaceTabs, type TabPermissions } from './shell/space-tabs.js';
import { spaceTree } from './shell/space-tree.js';

/** The tree at the side shows no more; the list of all spaces is a page. */
const MOST_SPACES = 200;

/** Bundles that every page of the app loads. */
const EVERYWHERE: readonly BundleName[] = ['palette'];
/** Parts of an organization that are above its spaces at the side. */
const FIRST: ReadonlySet<string> = new Set(['', 'inbox']);

const ALL: TabPermissions = { viewInviteLinks: true, triggerGitSync: true };

/** The data of the bar above content in the layout that readers see. */
export interface BarFrame {
  organization: Place;
  search: SearchPlace;
  person: ShellPerson;
  tabs: TabView[];
  notice: GitNotice | null;
  archived: ArchivedView | null;
}

/** The request that a page of the shell answers. */
export interface ShellRequest {
  actor: Actor;
  /** Requested path below `/app/`. */
  path: string;
}

export type { ShellPage };

/** Makes the frame of all pages of signed-in members. */
@Injectable()
export class MemberShell {
  constructor(
    private readonly config: Config,
    private readonly routes: MemberRoutes,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly specs: OpenApiSpecs,
    private readonly inbox: Inbox,
    private readonly clock: Clock,
    private readonly operators: Operators,
    private readonly gitNotices: GitNotices,
    private readonly archivedNotices: ArchivedNotices,
  ) {}

  /** The page with `children` in the frame. */
  async page(request: ShellRequest, page: ShellPage, children: ComponentChildren): Promise<BodyAnswer> {
    const view = await this.view(request, page);
    const {
      title,
      heading = title,
      actions,
      isWide,
      bundles = [],
      refreshSeconds,
      frames,
      status = 200,
    } = page;
    const frame = (
      <Now.Provider value={this.clock.now()}>
        <ShellFrame view={view} heading={heading} actions={actions} isWide={isWide}>
          {children}
        </ShellFrame>
      </Now.Provider>
    );
    const where = page.space?.title ?? view.organization?.title;
    const windowTitle = [title, ...(where === undefined || where === title ? [] : [where]), 'Bindery'].join(
      ' | ',
    );
    return html(
      status,
      memberDocument(this.config.basePath, windowTitle, frame, [...EVERYWHERE, ...bundles], refreshSeconds),
      frames ? { needs: { origins: frames } } : {},
    );
  }

  /** The same for what a view made. @param status 200 where it is absent. */
  show(request: ShellRequest, { page, children }: ShownPage, status?: number): Promise<BodyAnswer> {
    return this.page(request, status === undefined ? page : { ...page, status }, children);
  }

  /** The data of the frame around a page. */
  async view({ actor, path }: ShellRequest, page: ShellPage): Promise<ShellView> {
    const base = this.config.basePath;
    const person = await this.personOf(actor);
    const views = hasScopes(actor, ['organization:read'])
      ? (await this.organizations.listOrganizations(actor, { limit: 100 })).items
      : [];
    const organizations = views.map((one) => one.organization);
    const wanted = page.space?.organizationId ?? page.organizationId;
    const organization =
      organizations.find(({ id }) => id === wanted) ??
      (wanted === undefined && organizations.length === 1 ? organizations[0]! : null);
    const currentId = page.space?.id ?? page.collectionId ?? null;
    const { tree, hasMore, mayCreate, permissions } = await this.tree(actor, organization?.id, currentId);
    const isCreator = views.some((one) => one.organization === organization && one.permissions.createContent);
    const isGuest = organization !== null && actor.memberships.get(organization.id) === null;
    const ownsTeam = views.some((one) => one.organization === organization && one.permissions.ownTeam);
    return {
      base,
      person,
      organization,
      organizations,
      searchHref: organization && this.hrefOf(actor, searchPath(organization.id)),
      navigation: organization ? await this.navigation(actor, organization.id, path, ownsTeam) : [],
      tree,
      newSpaceHref:
        organization && (isCreator || mayCreate)
          ? this.hrefOf(actor, `o/${encodeURIComponent(organization.id)}/new-space`)
          : null,
      hasMoreSpaces: hasMore,
      path,
      currentId,
      tabs: this.tabs(page, permissions, isGuest),
      breadcrumbs: this.breadcrumbs(organization, page),
      archived: await this.archivedNotices.find(actor, page),
    };
  }

  private tabs({ space, tab, tabs }: ShellPage, permissions: TabPermissions, isGuest: boolean): TabView[] {
    const hasPage = (pattern: string) => this.routes.has(pattern);
    // Guests have a role on a site, but see no integrations of its organization.
    if (tabs)
      return pageTabs(tabs, (pattern) => !(isGuest && pattern.endsWith('/integrations')) && hasPage(pattern));
    return space ? spaceTabs(this.config.basePath, space, tab, hasPage, permissions) : [];
  }

  /** Address of the page about a change request. */
  changeRequestHref({ spaceId, number }: { spaceId: string; number: number }): string {
    return reviewUrls(this.config.basePath, spaceId, number).overview;
  }

  /** The data of the bar above a preview of a space. @param permissions of the member on the space */
  async barOf(
    actor: Actor,
    space: ShellSpace,
    tab: SpaceTab,
    permissions: SpacePermissions,
  ): Promise<BarFrame> {
    const base = this.config.basePath;
    const { id, title } = await this.organizations.getOrganization(space.organizationId);
    return {
      organization: { href: `${base}/app/o/${encodeURIComponent(id)}`, title },
      search: { organization: id, href: this.hrefOf(actor, searchPath(id)) },
      person: await this.personOf(actor),
      tabs: spaceTabs(base, space, tab, (pattern) => this.routes.has(pattern), permissions),
      notice: await this.gitNotices.find(space, permissions),
      archived: await this.archivedNotices.find(actor, { space }),
    };
  }

  private async personOf(actor: Actor): Promise<ShellPerson> {
    const user = await this.users.getUser(actor.userId);
    const isOperator = await this.operators.isOperator(actor);
    return { ...user, operateHref: isOperator ? this.hrefOf(actor, 'operate') : null };
  }

  private async tree(
    actor: Actor,
    organizationId: string | undefined,
    currentId: string | null,
  ): Promise<{ tree: TreeNode[]; hasMore: boolean; mayCreate: boolean; permissions: TabPermissions }> {
    if (organizationId === undefined || !hasScopes(actor, ['space:metadata:read', 'collection:read']))
      return { tree: [], hasMore: false, mayCreate: false, permissions: ALL };
    const page = { limit: MOST_SPACES };
    const spaces = await this.spaces.list(actor, organizationId, page, { isArchived: false });
    const collections = await this.collections.list(actor, organizationId, true, page);
    const tree = spaceTree(
      collections.items.map(({ collection }) => collection).filter(({ archivedAt }) => archivedAt === null),
      spaces.items.map(({ space }) => space),
      currentId,
    );
    const mayCreate = collections.items.some(({ permissions }) => permissions.create);
    const current = spaces.items.find(({ space }) => space.id === currentId);
    return {
      tree,
      hasMore: spaces.next !== undefined || collections.next !== undefined,
      mayCreate,
      // Of a space further down the list it is not known here; its page says so then.
      permissions: current?.permissions ?? ALL,
    };
  }

  /** The parts of an organization that the member may see, and that have a page. */
  private async navigation(
    actor: Actor,
    id: string,
    path: string,
    ownsTeam: boolean,
  ): Promise<NavigationItem[]> {
    const unread = hasScopes(actor, ['space:comments:read']) ? await this.inbox.countUnread(actor, id) : 0;
    const standing = actor.memberships.get(id);
    const isAdmin = standing === 'admin';
    const parts: [part: string, icon: string, title: string, isShown: boolean][] = [
      ['', 'house', 'Home', true],
      ['inbox', 'inbox', 'Inbox', true],
      ['sites', 'globe', 'Sites', true],
      ['translations', 'language', 'Translations', true],
      ['openapi', 'code', 'OpenAPI specifications', this.specs.areVisible(actor, id)],
      ['conversations', 'comments', 'Conversations', readConversationsVerdict(standing).allowed],
      ['integrations', 'plug', 'Integrations', standing !== null],
      ['content', 'box-archive', 'Content', true],
      ['people', 'users', 'People', isAdmin],
      ['people/teams', 'users', 'Teams', ownsTeam && !isAdmin],
      ['settings', 'gear', 'Settings', isAdmin],
      ['audit', 'clipboard-list', 'Audit log', isAdmin],
    ];
    return parts.flatMap(([part, icon, title, isShown]) => {
      const at = `o/${encodeURIComponent(id)}${part && `/${part}`}`;
      const href = this.hrefOf(actor, at);
      if (!isShown || href === null) return [];
      const isCurrent = path === at || (part !== '' && path.startsWith(`${at}/`));
      return {
        href,
        title,
        icon,
        isFirst: FIRST.has(part),
        isCurrent,
        ...(part === 'inbox' ? { count: unread } : {}),
      };
    });
  }

  /** Address of a page below `/app/`; null for a path without a page, or a token that may not open it. */
  private hrefOf(actor: Actor, path: string): string | null {
    const route = this.routes.find(`/${path}`);
    return route && hasScopes(actor, route.scopes ?? []) ? `${this.config.basePath}/app/${path}` : null;
  }

  private breadcrumbs(organization: { id: string; title: string } | null, page: ShellPage): Place[] {
    const to = (...segments: string[]): string =>
      `${this.config.basePath}/app/${segments.map(encodeURIComponent).join('/')}`;
    return [
      ...(organization ? [{ href: to('o', organization.id), title: organization.title }] : []),
      ...(page.space ? [{ href: to('s', page.space.id), title: page.space.title }] : []),
      ...(page.breadcrumbs ?? []),
    ];
  }
}

function searchPath(organization: string): string {
  return `o/${encodeURIComponent(organization)}/search`;
}
