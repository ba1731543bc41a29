import { Injectable } from '@nestjs/common';
import { requireMember } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type Hit, Search, type SpaceHits } from '#modules/search/index.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { MoreLink } from '../more-link.js';

const LIMIT = 20;
const LONGEST = 512;

/** `/app/o/{organization}/search`: finds pages in all spaces that a member sees. Scripts open the palette instead. */
@Injectable()
export class SearchPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly search: Search,
  ) {}

  /** @throws NotFound for strangers, BadRequest for a cursor that is not ours. */
  @AppRoute('/o/:organization/search', { scopes: ['organization:read', 'space:content:read'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '' } = params;
    requireMember(actor, organizationId);
    const words = (query.get('query') ?? '').trim().slice(0, LONGEST);
    const page = { limit: LIMIT, page: query.get('page') ?? undefined };
    const found = words === '' ? null : await this.search.inOrganization(actor, organizationId, words, page);
    const here = `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/search`;
    return this.shell.page(
      request,
      { title: 'Search', organizationId },
      <>
        <form method="get" action={here} class="member-filter" role="search">
          <label>
            Words
            <input type="search" name="query" value={words} maxLength={LONGEST} required />
          </label>
          <button type="submit" class="button button-primary button-medium">
            Search
          </button>
        </form>
        {found && found.items.length === 0 && <p class="app-empty">No page has these words.</p>}
        {found?.items.map((space) => (
          <SpaceResults base={this.config.basePath} found={space} />
        ))}
        <MoreLink here={here} cursor={found?.next?.page ?? null} what="More pages" query={{ query: words }} />
      </>,
    );
  }
}

function SpaceResults({ base, found: { space, hits } }: { base: string; found: SpaceHits }) {
  return (
    <section>
      <h2 dir="auto">{space.title}</h2>
      <ul class="app-list">
        {hits.map((hit) => (
          <Result base={base} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

function Result({ base, hit }: { base: string; hit: Hit }) {
  const [section] = hit.sections;
  return (
    <li>
      <div class="app-list-main">
        <a
          href={`${base}/app/s/${encodeURIComponent(hit.spaceId)}/~/pages/${encodeURIComponent(hit.pageId)}`}
          dir="auto"
        >
          {hit.title}
        </a>
        {section && (
          <p class="inbox-text" dir="auto">
            {section.id !== null && <strong>{section.title}: </strong>}
            {marked(hit, section.excerpt)}
          </p>
        )}
        {hit.ancestors.length > 0 && (
          <p class="app-list-facts" dir="auto">
            {hit.ancestors.join(' / ')}
          </p>
        )}
      </div>
    </li>
  );
}

/** The text with the words that were looked for marked. */
function marked(hit: Hit, text: string) {
  let end = 0;
  const parts = hit.marksIn(text).map(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return (
      <>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </>
    );
  });
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
