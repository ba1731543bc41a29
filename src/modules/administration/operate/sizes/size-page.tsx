import {
  Ago,
  ButtonForm,
  Choice,
  Empty,
  type FormState,
  Hidden,
  MemberTable,
  MoreLink,
  type Option,
  Outcome,
  type ShownPage,
} from '#modules/member-pages/index.js';
import { fileSize } from '#modules/rendering/index.js';
import { formatCount } from '../figures.js';
import { operatePage, operateUrl } from '../operate-page.js';
import {
  ORGANIZATION_FIGURES,
  type OrganizationFigure,
  type OrganizationSize,
  SPACE_FIGURES,
  type SpaceFigure,
  type SpaceSize,
} from './sizes.repository.js';

export interface SizePageView {
  /** Time of the last count; null before the first. */
  countedAt: Date | null;
  list:
    | { of: 'organizations'; by: OrganizationFigure; items: readonly OrganizationSize[]; more: string | null }
    | { of: 'spaces'; by: SpaceFigure; items: readonly SpaceSize[]; more: string | null };
  state: FormState;
}

const TITLES: Readonly<Record<OrganizationFigure, string>> = {
  members: 'Members',
  spaces: 'Spaces',
  pages: 'Pages',
  revisions: 'Revisions',
  objects: 'Objects',
  contentBytes: 'In the database',
  files: 'Files',
  fileBytes: 'In files',
};

/** Sizes by organization or by space, as they were last counted. */
export function sizePage(base: string, { countedAt, list, state }: SizePageView): ShownPage {
  const here = operateUrl(base, 'sizes');
  return operatePage(
    base,
    'sizes',
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {countedAt === null ? (
        <Empty>Nothing was counted yet. It is done every night, or now with the button above.</Empty>
      ) : (
        <>
          <p>
            Counted <Ago at={countedAt} />. Bytes in the database are those of content, without indexes; equal
            content of an organization is stored once.
          </p>
          <SizesOf here={here} list={list} />
          <MoreLink
            here={here}
            cursor={list.more}
            what={`More ${list.of}`}
            query={{ of: list.of, sort: list.by }}
          />
        </>
      )}
    </>,
    { actions: <ButtonForm action={here} does="count" label="Count again" />, isWide: true },
  );
}

function SizesOf({ here, list }: { here: string; list: SizePageView['list'] }) {
  const figures: readonly OrganizationFigure[] = list.of === 'spaces' ? SPACE_FIGURES : ORGANIZATION_FIGURES;
  const other = list.of === 'spaces' ? 'organizations' : 'spaces';
  return (
    <>
      <form class="people-filter" method="get" action={here} role="search">
        <Hidden fields={{ of: list.of }} />
        <div>
          <Choice
            name="sort"
            label="Largest first by"
            chosen={list.by}
            options={figures.map((name): Option => [name, TITLES[name]])}
          />
        </div>
        <button type="submit" class="button button-secondary button-medium">
          Sort
        </button>
        <a href={`${here}?of=${other}`}>Show {other}</a>
      </form>
      <MemberTable
        title={list.of === 'spaces' ? 'Spaces' : 'Organizations'}
        columns={[list.of === 'spaces' ? 'Space' : 'Organization', ...figures.map((name) => TITLES[name])]}
      >
        {list.of === 'spaces'
          ? list.items.map((size) => <SpaceRow size={size} />)
          : list.items.map((size) => <OrganizationRow size={size} />)}
      </MemberTable>
    </>
  );
}

function OrganizationRow({ size }: { size: OrganizationSize }) {
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{size.title}</span>
        <span class="member-hint people-line">{size.organizationId}</span>
      </th>
      {ORGANIZATION_FIGURES.map((name) => (
        <td data-label={TITLES[name]}>
          {name.endsWith('Bytes') ? fileSize(size[name]) : formatCount(size[name])}
        </td>
      ))}
    </tr>
  );
}

/** A space by its id: its title is content of the organization. */
function SpaceRow({ size }: { size: SpaceSize }) {
  return (
    <tr>
      <th scope="row">
        {size.spaceId}
        <span class="member-hint people-line" dir="auto">
          {size.title}
        </span>
      </th>
      {SPACE_FIGURES.map((name) => (
        <td data-label={TITLES[name]}>{formatCount(size[name])}</td>
      ))}
    </tr>
  );
}
