import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  draftPlace,
  encodePath,
  type MemberRequest,
  MemberShell,
  refuseScripts,
  shownPage,
} from '#modules/member-pages/index.js';
import {
  assetUrl,
  DEFAULT_LAYOUT,
  html,
  PageViews,
  PublishedContent,
  type PublishedPlace,
  renderNotFound,
  renderPage,
  type SiteAnswer,
  ThemeRoute,
} from '#modules/publishing/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { peopleUrls } from '../people/people-urls.js';
import { sharePath } from '../share/share-urls.js';
import { SeenNote } from './seen-note.js';
import { type Viewpoint, Viewpoints } from './viewpoints.js';

const FILE_SECONDS = 60;

/**
 * `/app/o/{organization}/people/members/{user}/sees/s/{space}`: the content of a space as a member reads it, for administrators. What is
 * shown is loaded with the rights of the administrator, after the member was found to get to the space.
 */
@Injectable()
export class SeenSpacePages {
  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
    private readonly shell: MemberShell,
    private readonly viewpoints: Viewpoints,
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly themes: ThemeRoute,
  ) {}

  /** @throws NotFound for strangers, users who are no members and unknown spaces; Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/members/:member/sees/s/:space{/*rest}', {
    scopes: ['organization:read', 'members:read', 'space:metadata:read', 'space:content:read'],
    hasFiles: true,
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, rest: path } = request;
    const { organization: organizationId = '', member: userId = '', space: spaceId = '' } = params;
    // Files and style sheets are loaded by the pages that have them.
    const isFile = path[0] === '~files' || path[0] === '~theme';
    if (!isFile) refuseScripts(message);
    const viewpoint = await this.viewpoints.of(actor, organizationId, userId);
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    if (space.organizationId !== organizationId) throw new NotFound('space');
    if (!(await viewpoint.sees('space', spaceId))) {
      if (isFile) throw new NotFound('file');
      return this.closed(request, viewpoint, space);
    }
    const place = await this.placeOf(actor, viewpoint, space);
    if (path[0] === '~files') return this.file(place, path[2] ?? '');
    if (path[0] === '~theme') return this.theme(place, path.join('/'));
    if (path[0] === '~' && path[1] === 'pages') return this.byId(place, path[2] ?? '');
    const answer = await this.show(place, viewpoint, space, path.join('/'));
    await this.viewpoints.note(organizationId, viewpoint.member, { of: 'space', id: spaceId });
    return answer;
  }

  private async placeOf(actor: Actor, viewpoint: Viewpoint, space: SpaceRecord): Promise<PublishedPlace> {
    const context = await this.contexts.current(actor, space.id);
    const looks = await viewpoint.looksOf(space.id);
    const { organizationId, id } = space;
    const { userId } = viewpoint.member;
    const siteUrl = `${this.urls.app('o', organizationId, 'people', 'members', userId, 'sees', 's', id)}/`;
    return draftPlace(space, context, looks, siteUrl);
  }

  private async show(
    place: PublishedPlace,
    { member }: Viewpoint,
    space: SpaceRecord,
    path: string,
  ): Promise<SiteAnswer> {
    const navigation = await this.content.navigation(place);
    const entry = navigation.at(path);
    const own = { preview: this.bar(member, space), isForMembers: true };
    if (!entry?.href) {
      const empty = { ...(await this.views.emptyFrame(place)), search: undefined, ...own };
      if (path !== '' || navigation.size > 0) return html(404, renderNotFound(empty));
      const page = { title: space.title, layout: DEFAULT_LAYOUT };
      const bodyHtml = '<p>There are no pages here yet.</p>';
      return html(200, renderPage({ ...empty, page, bodyHtml, breadcrumbs: [], outline: [] }));
    }
    if (entry.href !== place.siteBasePath + encodePath(path))
      return { kind: 'redirect', location: entry.href, isComplete: true };
    const view = await this.views.page(place, navigation, entry);
    // Addresses of these are of sites.
    const none = { search: undefined, canonicalUrl: undefined, machines: undefined, actions: undefined };
    return html(200, renderPage({ ...view, ...none, ...own }));
  }

  /** The bar above the content, without any form. */
  private bar({ userId, user }: Viewpoint['member'], { organizationId, id }: SpaceRecord) {
    const base = this.config.basePath;
    const ref = { organizationId, type: 'space', id } as const;
    return (
      <div class="member-bar" role="region" aria-label="Bindery">
        <link rel="stylesheet" href={assetUrl(base, 'members.css')} />
        <div class="member-bar-line">
          <SeenNote
            name={user.displayName}
            back={{ href: sharePath(base, ref), title: 'Stop, and show who gets in' }}
          />
          <a href={peopleUrls(base, organizationId).seenBy(userId)}>Everything they see</a>
        </div>
      </div>
    );
  }

  /** The page in place of a space that the member does not get to. */
  private async closed(
    request: MemberRequest,
    { member: { user, userId } }: Viewpoint,
    space: SpaceRecord,
  ): Promise<SiteAnswer> {
    const base = this.config.basePath;
    const { organizationId, id } = space;
    const urls = peopleUrls(base, organizationId);
    const share = sharePath(base, { organizationId, type: 'space', id });
    return this.shell.show(
      request,
      shownPage(
        { title: `Not for ${user.displayName}`, organizationId },
        <>
          <SeenNote
            name={user.displayName}
            back={{ href: urls.member(userId), title: 'Back to the member' }}
          />
          <p>
            For <bdi>{user.displayName}</bdi> there is no space “<bdi>{space.title}</bdi>”: they do not get
            in. <a href={share}>Let them in</a>
          </p>
        </>,
      ),
    );
  }

  /** Redirects to the page with an id. */
  private async byId(place: PublishedPlace, pageId: string): Promise<SiteAnswer> {
    const entry = (await this.content.navigation(place)).find(pageId);
    if (!entry?.href) throw new NotFound('page');
    return { kind: 'redirect', location: entry.href };
  }

  private async theme({ site }: PublishedPlace, path: string): Promise<SiteAnswer> {
    const answer = await this.themes.answer({ site, path });
    if (!answer) throw new NotFound('style sheet');
    return answer;
  }

  private async file(place: PublishedPlace, fileId: string): Promise<SiteAnswer> {
    const file = await this.content.findFile(place, fileId);
    if (!file) throw new NotFound('file');
    const { blob, contentType, name } = file;
    const { organizationId } = place.site;
    return { kind: 'file', file: { organizationId, blob, contentType, name, secondsLeft: FILE_SECONDS } };
  }
}
