import {
  counted,
  Ago,
  Choice,
  Empty,
  Field,
  type FormState,
  MemberTable,
  MoreLink,
  type Option,
  Outcome,
  Section,
} from '#modules/member-pages/index.js';
import type { SiteRedirectEntity, SiteRow } from '#modules/sites/index.js';
import type { SitePageIndex } from '../sites/site-page-index.js';
import { DAYS, type MissingAddress } from './missing-addresses.js';
import { NEW_REDIRECT, RedirectForm, typedRedirect } from './redirect-form.js';
import type { ShownTarget } from './redirect-targets.js';
import { redirectUrls } from './redirect-urls.js';

/** Choice and order of the listed redirects. */
export interface RedirectFilter {
  search: string;
  draft: boolean;
  orderBy: string;
}

export const ORDERS: readonly Option[] = [
  ['createdAt', 'Newest first'],
  ['updatedAt', 'Latest changed first'],
  ['source', 'By old address'],
];

interface Props {
  /** Path of PUBLIC_URL. */
  base: string;
  row: SiteRow;
  mayManage: boolean;
  filter: RedirectFilter;
  redirects: readonly { redirect: SiteRedirectEntity; target: ShownTarget }[];
  /** Cursor of further redirects. */
  more: string | null;
  missing: readonly MissingAddress[];
  index: SitePageIndex;
  /** The old address that a button has asked a redirect for. */
  wanted: string;
  state: FormState;
}

/** The redirects of a site, a form for a new one, and the addresses that want one. */
export function RedirectList(props: Props) {
  const { base, row, mayManage, index, wanted, state } = props;
  const urls = redirectUrls(base, row.site);
  const fields = state.typed ? typedRedirect(state.typed) : { ...NEW_REDIRECT, source: wanted };
  return (
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      <p>
        Old addresses that lead to new ones. A page that is moved or renamed keeps its old addresses by
        itself, and a redirect never hides a page.
      </p>
      {mayManage && (
        <Section title="New redirect">
          <RedirectForm
            action={urls.root}
            fields={fields}
            index={index}
            does="create"
            label="Create the redirect"
            isFocused={wanted !== ''}
          />
        </Section>
      )}
      <Missing {...props} urls={urls} />
      <List {...props} urls={urls} />
    </>
  );
}

type Urls = ReturnType<typeof redirectUrls>;

function Missing({ missing, mayManage, row, urls }: Props & { urls: Urls }) {
  return (
    <Section title="Addresses that readers did not find">
      {missing.length === 0 ? (
        <p>
          {row.site.published
            ? `No address is left that readers of the last ${DAYS} days came to without finding a page or a redirect.`
            : 'The site is not published, so nobody looks for its addresses.'}
        </p>
      ) : (
        <ul class="app-list">
          {missing.map(({ path, views }) => (
            <li>
              <div class="app-list-main">
                <code dir="ltr">{path}</code>
                <p class="app-list-facts">{counted(views, 'view')} without a page</p>
              </div>
              {mayManage && (
                <a
                  class="button button-secondary button-medium"
                  href={`${urls.root}?${new URLSearchParams({ from: path }).toString()}#source`}
                  aria-label={`New redirect: ${path}`}
                >
                  New redirect
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="member-hint">
        People in the last {DAYS} days, without robots and readers whose browser asks not to be counted.
      </p>
    </Section>
  );
}

function List({ redirects, filter, more, mayManage, urls }: Props & { urls: Urls }) {
  const { search, draft, orderBy } = filter;
  const query = { ...(search && { search }), ...(draft && { draft: '1' }), orderBy };
  const isFiltered = search !== '' || draft;
  return (
    <>
      <Filter filter={filter} urls={urls} />
      {redirects.length === 0 ? (
        <Empty>
          {isFiltered ? (
            <p>
              No redirect is like this. <a href={urls.root}>Show all that are in effect</a>
            </p>
          ) : (
            <p>
              There is no redirect yet.{' '}
              {mayManage && 'Make one above, or bring a table of old and new addresses.'}
            </p>
          )}
        </Empty>
      ) : (
        <Table redirects={redirects} draft={draft} mayManage={mayManage} urls={urls} />
      )}
      <MoreLink here={urls.root} cursor={more} what="More redirects" query={query} />
      <p>
        {mayManage && (
          <>
            <a href={urls.table}>Bring redirects as a table (CSV)</a> ·{' '}
          </>
        )}
        <a href={urls.download}>Download all as a table (CSV)</a>
      </p>
    </>
  );
}

function Filter({ filter: { search, draft, orderBy }, urls }: Pick<Props, 'filter'> & { urls: Urls }) {
  return (
    <form class="people-filter" method="get" action={urls.root} role="search">
      <div>
        <Field name="search" label="Part of the old address" type="search" value={search} maxLength={512} />
      </div>
      <div>
        <Choice
          name="draft"
          label="Which"
          chosen={draft ? '1' : ''}
          options={[
            ['', 'In effect'],
            ['1', 'Only prepared'],
          ]}
        />
      </div>
      <div>
        <Choice name="orderBy" label="Order" chosen={orderBy} options={ORDERS} />
      </div>
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
    </form>
  );
}

function Table({
  redirects,
  draft,
  mayManage,
  urls,
}: Pick<Props, 'redirects' | 'mayManage'> & { draft: boolean; urls: Urls }) {
  return (
    <MemberTable
      title={draft ? 'Prepared redirects' : 'Redirects in effect'}
      columns={['Old address', 'Leads to', 'How', 'Changed']}
    >
      {redirects.map(({ redirect, target }) => (
        <tr>
          <th scope="row">
            {mayManage ? (
              <a href={urls.one(redirect.id)} dir="ltr">
                {redirect.source}
              </a>
            ) : (
              <bdi dir="ltr">{redirect.source}</bdi>
            )}
          </th>
          <td>
            <Target target={target} />
          </td>
          <td>{howOf(redirect)}</td>
          <td>
            <Ago at={redirect.updatedAt ?? redirect.createdAt} />
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

/** The destination of a redirect. */
export function Target({ target: { text, title } }: { target: ShownTarget }) {
  if (text === null) return <span class="member-problem">What it led to is gone</span>;
  return (
    <>
      {title !== null && <span dir="auto">{title} </span>}
      <code dir="ltr">{text}</code>
    </>
  );
}

function howOf({ captureWildcard, permanent }: SiteRedirectEntity): string {
  const words = [captureWildcard && 'keeps the rest', permanent && 'browsers remember it'].filter(Boolean);
  return words.length === 0 ? 'Plainly' : words.join(', ').replace(/^./, (letter) => letter.toUpperCase());
}
