import {
  Danger,
  counted,
  Copyable,
  Empty,
  PostForm,
  Section,
  SpaceMark,
  Submit,
} from '#modules/member-pages/index.js';
import type { SiteRow, StructureView } from '#modules/sites/index.js';
import { sitePath } from '../site-frame.js';
import { SiteState } from '../site-parts.js';
import { AUDIENCES } from '../site-words.js';
import type { SiteCheck } from './site-checks.js';

interface OverviewProps {
  /** Path of PUBLIC_URL. */
  base: string;
  row: SiteRow;
  /** Address for readers, published or not. */
  address: string;
  view: StructureView;
  /** Things that are missing; none for members who may not mend them. */
  checks: readonly SiteCheck[];
  mayManage: boolean;
}

/** A site's state, the way to publish it or to unpublish it, and its content. */
export function SiteOverview(props: OverviewProps) {
  const { base, row, address, checks, mayManage } = props;
  const { published, visibility } = row.site;
  return (
    <>
      <Section title="Readers">
        <dl class="member-facts">
          <dt>State</dt>
          <dd>
            <SiteState isPublished={published} />
          </dd>
          <dt>Audience</dt>
          <dd>
            {AUDIENCES[visibility].title}. {AUDIENCES[visibility].readers}
          </dd>
          <dt>Address</dt>
          <dd>
            {published && visibility !== 'share-link' ? (
              <a href={address}>{address}</a>
            ) : (
              <>
                {address} <span class="member-hint">{beforeOf(props)}</span>
              </>
            )}
          </dd>
        </dl>
        {published && visibility !== 'share-link' && <Copyable label="Address of the site" value={address} />}
        <Missing base={base} row={row} checks={checks} />
        {mayManage && (published ? <Unpublish {...props} /> : <Publish {...props} />)}
        {!mayManage && (
          <p class="member-hint">
            People with the role “create” or a stronger one on the site publish it and change it.
          </p>
        )}
      </Section>
      <Content {...props} />
    </>
  );
}

function beforeOf({ row: { site } }: OverviewProps): string {
  return site.published ? 'opens with a share link only' : 'once it is published';
}

function Missing({ base, row, checks }: Pick<OverviewProps, 'base' | 'row' | 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <div class="site-missing">
      <p>
        <strong>{row.site.published ? 'Still missing' : 'Missing before readers come'}</strong>
      </p>
      <ul>
        {checks.map(({ text, tab }) => (
          <li>
            <a href={sitePath(base, row.site, tab)}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Publish({ base, row, checks }: OverviewProps) {
  const { site, siteSpaces } = row;
  if (checks.some(({ isBlocking }) => isBlocking)) return null;
  return (
    <PostForm action={sitePath(base, site)} class="member-form site-publish">
      <p>
        {AUDIENCES[site.visibility].published} They see the merged content of {counted(siteSpaces, 'space')}.
      </p>
      <Submit does="publish" label="Publish the site" kind="primary" />
    </PostForm>
  );
}

function Unpublish({ base, row }: OverviewProps) {
  return (
    <Danger
      summary="Unpublish the site"
      action={sitePath(base, row.site)}
      does="unpublish"
      label="Unpublish the site"
    >
      <p>
        From their next click on, readers meet a page that says that nothing is here, files included. Its
        structure, addresses, settings and share links stay, and you can publish it again at any time.
      </p>
    </Danger>
  );
}

function Content({ base, row, view, mayManage }: OverviewProps) {
  const { structure, spaces } = view;
  const places = [null, ...structure.sectionsInOrder()];
  const hidden = row.siteSpaces - structure.liveSpaces().filter(({ spaceId }) => spaces.has(spaceId)).length;
  return (
    <Section title="Content">
      {row.siteSpaces === 0 && (
        <Empty>
          The site shows nothing yet.{' '}
          {mayManage && <a href={sitePath(base, row.site, 'structure')}>Add a space to it.</a>}
        </Empty>
      )}
      {places.map((section) => {
        const shown = structure.spacesIn(section?.id ?? null).filter(({ spaceId }) => spaces.has(spaceId));
        if (shown.length === 0) return null;
        return (
          <>
            {section && (
              <h3 class="site-content-title" dir="auto">
                {section.title}
              </h3>
            )}
            <ul class="app-list">
              {shown.map((one) => {
                const { space } = spaces.get(one.spaceId)!;
                return (
                  <li>
                    <SpaceMark space={space} />
                    <div class="app-list-main">
                      <a href={`${base}/app/s/${encodeURIComponent(space.id)}`} dir="auto">
                        {space.title}
                      </a>
                      <p class="app-list-facts">/{one.path}</p>
                    </div>
                  </li>
                );
              })}
            </ul>
          </>
        );
      })}
      {hidden > 0 && <p class="member-hint">And {counted(hidden, 'space')} that you do not see.</p>}
      {mayManage && row.siteSpaces > 0 && (
        <p>
          <a href={sitePath(base, row.site, 'structure')}>Change the structure</a>
        </p>
      )}
    </Section>
  );
}
