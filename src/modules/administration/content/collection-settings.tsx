import type { CollectionRecord } from '#modules/collections/index.js';
import {
  Danger,
  Field,
  type FormState,
  Hidden,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { ContentCounts } from '#modules/spaces/index.js';
import { shownFields } from '../changed-fields.js';
import type { CollectionPaths } from './collection-paths.js';
import { contentUrls } from './content-frame.js';
import { contentWords } from './content-row.js';
import { MoveSection } from './move-section.js';
import { TransferSection } from './transfer-section.js';

export interface CollectionSettingsView {
  collection: CollectionRecord;
  paths: CollectionPaths;
  /** The member may put things at the top level. */
  mayRoot: boolean;
  mayTransfer: boolean;
  organizations: readonly { id: string; title: string }[];
  /** Numbers of what the member sees directly in it. */
  counts: ContentCounts;
  state: FormState;
}

/** The settings of a collection. */
export function collectionSettings(base: string, view: CollectionSettingsView): ShownPage {
  const { collection, paths, state } = view;
  const { id, organizationId, title } = collection;
  const urls = contentUrls(base, organizationId);
  const here = urls.collectionSettings(id);
  return shownPage(
    {
      title: `Settings of ${title}`,
      organizationId,
      collectionId: id,
      breadcrumbs: [
        { href: urls.root, title: 'Content' },
        ...paths.around(id).map((one) => ({ href: urls.level(one.id), title: one.title })),
      ],
    },
    <>
      <Outcome {...state} />
      {collection.archivedAt === null && <Forms base={base} here={here} view={view} />}
      <Deletion here={here} view={view} />
    </>,
  );
}

function Forms({ base, here, view }: { base: string; here: string; view: CollectionSettingsView }) {
  const { collection, paths } = view;
  const { id, organizationId } = collection;
  const urls = contentUrls(base, organizationId);
  return (
    <>
      <General here={here} view={view} />
      <MoveSection
        here={here}
        level={urls.level(collection.parentId)}
        parentId={collection.parentId}
        placeName={paths.nameOf(collection.parentId)}
        targets={paths.targets(id)}
        mayRoot={view.mayRoot}
      />
      <TransferSection
        here={here}
        what="collection"
        mayTransfer={view.mayTransfer}
        organizations={view.organizations}
        obstacle={null}
      >
        <p>
          Everything in the collection goes along: further collections, and spaces with their pages, history,
          change requests, comments and files; deleted spaces that could be restored, too. No site may show
          any of them.
        </p>
        <p>
          Roles that were given on the collection and on what is in it go along for people who are members of
          the other organization, too. Everybody else loses access. Teams, installed integrations and PDF
          files stay behind, and links to these spaces in other spaces of this organization break.
        </p>
      </TransferSection>
      <Archiving here={here} archivedHref={urls.archived} />
    </>
  );
}

function General({ here, view: { collection, state } }: { here: string; view: CollectionSettingsView }) {
  const stored = { title: collection.title, description: collection.description ?? '' };
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  const valueOf = (name: keyof typeof stored): string => typed?.get(name) ?? stored[name];
  return (
    <Section title="General">
      <PostForm action={here} class="member-form">
        <Hidden fields={shownFields(stored)} />
        <Field
          name="title"
          label="Title"
          value={valueOf('title')}
          required
          maxLength={50}
          autocomplete="off"
        />
        <Field
          name="description"
          label="Description"
          value={valueOf('description')}
          maxLength={100}
          autocomplete="off"
          hint="Stands above the spaces of the collection."
        />
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Archiving({ here, archivedHref }: { here: string; archivedHref: string }) {
  return (
    <Section title="Archive the collection">
      <Danger summary="Archive the collection" action={here} does="archive" label="Archive the collection">
        <p>
          All collections and spaces in it are archived with it. Everybody who sees them goes on reading them,
          and nobody changes them any more. Sites go on showing these spaces; the sync with repositories
          rests.
        </p>
        <p>
          They leave the lists of spaces, and are in the <a href={archivedHref}>archive</a>. This can be taken
          back at any time: what was archived before stays archived then, and everything else comes back as it
          was.
        </p>
      </Danger>
    </Section>
  );
}

function Deletion({ here, view }: { here: string; view: CollectionSettingsView }) {
  const { collection, counts, paths } = view;
  const inside = contentWords(counts).join(' and ');
  return (
    <Section title="Delete the collection" isDangerous>
      <Danger summary="Delete the collection" action={here} does="delete" label="Delete the collection">
        {inside === '' ? (
          <p>The collection is empty. Its title, description and roles are gone for good.</p>
        ) : (
          <p>
            What is in it stays, and moves to <bdi>{paths.nameOf(collection.parentId)}</bdi>: {inside}. People
            keep the access to it that the collection gave them. The title, the description and the collection
            itself are gone for good.
          </p>
        )}
      </Danger>
    </Section>
  );
}
