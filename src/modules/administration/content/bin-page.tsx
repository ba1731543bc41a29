import {
  counted,
  Ago,
  ButtonForm,
  Danger,
  Empty,
  Field,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  type Person,
  type ShownPage,
  shownPage,
  SpaceMark,
} from '#modules/member-pages/index.js';
import type { DeletedSpace, SpaceRecord } from '#modules/spaces/index.js';
import type { CollectionPaths } from './collection-paths.js';
import { contentFrame, contentUrls } from './content-frame.js';
import { MomentOf } from './moment.js';

export interface BinView {
  organizationId: string;
  deleted: readonly DeletedSpace[];
  /** The people who deleted them, by id. */
  people: ReadonlyMap<string, Person>;
  paths: CollectionPaths;
  /** The space that was just restored. */
  restored: SpaceRecord | null;
  /** Cursor of further spaces. */
  more: string | null;
  state: FormState;
}

/** The deleted spaces of an organization. */
export function binPage(base: string, view: BinView): ShownPage {
  const { organizationId, deleted, restored, more, state } = view;
  const urls = contentUrls(base, organizationId);
  return shownPage(
    contentFrame(base, organizationId, 'bin'),
    <>
      <Outcome {...state} />
      {restored && (
        <p>
          <a href={urls.space(restored.id)} dir="auto">
            {restored.title}
          </a>{' '}
          is in <bdi>{view.paths.nameOf(restored.parentId)}</bdi> again.
        </p>
      )}
      {deleted.length === 0 ? (
        <Empty>
          <p>
            The bin is empty. A space that is deleted in its settings stays here for seven days, in which
            administrators can restore it.
          </p>
        </Empty>
      ) : (
        <>
          <Meaning />
          <MemberTable
            title="Deleted spaces"
            columns={['Space', 'Deleted', 'Can be restored until', 'Actions']}
          >
            {deleted.map((one) => (
              <Row here={urls.bin} deleted={one} view={view} />
            ))}
          </MemberTable>
        </>
      )}
      <MoreLink here={urls.bin} cursor={more} what="More deleted spaces" />
    </>,
  );
}

function Meaning() {
  return (
    <p class="member-hint">
      A restored space is where it was, with its pages, history, change requests, comments, files, installed
      integrations, and the roles that were given on it. Sites that showed it show it again, where they were
      not changed meanwhile. If its collection was deleted, it comes back to where the collection was.
    </p>
  );
}

function Row({ here, deleted, view }: { here: string; deleted: DeletedSpace; view: BinView }) {
  const { space } = deleted.view;
  const by = view.people.get(deleted.deletedBy ?? '')?.displayName ?? 'somebody who left';
  return (
    <tr>
      <th scope="row">
        <SpaceMark space={space} /> <bdi>{space.title}</bdi>
        <span class="member-hint people-line">
          from <bdi>{view.paths.nameOf(space.parentId)}</bdi>
        </span>
      </th>
      <td>
        <Ago at={deleted.deletedAt} />
        <span class="people-line">
          by <bdi>{by}</bdi>
        </span>
      </td>
      <td>
        <MomentOf at={deleted.restorableUntil} />
      </td>
      <td>
        {deleted.isRestorable ? (
          <>
            <ButtonForm
              action={here}
              does="restore"
              label="Restore"
              whom={space.title}
              fields={{ space: space.id }}
            />
            <Removal here={here} space={space} />
          </>
        ) : (
          'People with the role “admin” on it can restore it.'
        )}
      </td>
    </tr>
  );
}

function Removal({ here, space }: { here: string; space: SpaceRecord }) {
  return (
    <Danger
      summary="Delete for good"
      action={here}
      does="purge"
      label="Delete for good"
      whom={space.title}
      fields={{ space: space.id }}
    >
      <p>
        Its pages, history, files, {counted(space.changeRequests, 'change request')} and{' '}
        {counted(space.commentsOpen, 'open comment')} are gone at once. Nobody can bring them back.
      </p>
      <Field
        name="title"
        id={`title-${space.id}`}
        label={`Type the title of the space: ${space.title}`}
        required
        autocomplete="off"
      />
    </Danger>
  );
}
