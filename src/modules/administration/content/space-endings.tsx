import { counted, Danger, Section } from '#modules/member-pages/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { sitePath } from '../sites/site-frame.js';
import { contentUrls } from './content-frame.js';
import { MomentOf } from './moment.js';
import { TransferSection } from './transfer-section.js';

/** The sites that show a space. */
export interface ShowingSites {
  named: readonly { id: string; title: string }[];
  /** Number of those that the member does not see. */
  hidden: number;
}

/** A space that may leave, or be deleted. */
export interface EndingsView {
  space: SpaceRecord;
  mayTransfer: boolean;
  /** Other organizations of which the member is an administrator. */
  organizations: readonly { id: string; title: string }[];
  sites: ShowingSites;
  /** Number of pages; null while they are counted. */
  pages: number | null;
  /** The time until which the space could be restored if it were deleted now. */
  restorableUntil: Date;
}

/** Gives the space to another organization. */
export function Transfer({ base, here, view }: { base: string; here: string; view: EndingsView }) {
  const { space, sites } = view;
  const isShown = sites.named.length + sites.hidden > 0;
  return (
    <TransferSection
      here={here}
      what="space"
      mayTransfer={view.mayTransfer}
      organizations={view.organizations}
      obstacle={
        isShown ? (
          <>
            <SiteNames base={base} organizationId={space.organizationId} sites={sites} /> it. A site shows
            spaces of its own organization only: take the space off the site first.
          </>
        ) : null
      }
    >
      <p>
        Pages, history, change requests, comments and files go along, and so do roles that were given on the
        space itself to people who are members of the other organization, too.
      </p>
      <p>
        Everybody else loses access: members of this organization alone, and all who get to it through a team,
        a collection or the role that every member has. Installed integrations and PDF files stay behind, and
        links to it in other spaces of this organization break.
      </p>
    </TransferSection>
  );
}

/** Archives the space; says what rests, and how it comes back. */
export function Archiving({ base, here, view }: { base: string; here: string; view: EndingsView }) {
  const { space, sites } = view;
  const isShown = sites.named.length + sites.hidden > 0;
  const waiting = [
    [space.changeRequestsOpen, 'open change request'],
    [space.changeRequestsDraft, 'draft'],
    [space.commentsOpen, 'open comment'],
  ] as const;
  const left = waiting.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  return (
    <Section title="Archive the space">
      <Danger summary="Archive the space" action={here} does="archive" label="Archive the space">
        <p>
          Everybody who sees the space goes on reading it, and nobody changes it any more: neither pages nor
          change requests, comments or settings. {left.length > 0 && `It has ${left.join(', ')}, which wait.`}
        </p>
        <p>
          It leaves the lists of spaces, and is in the{' '}
          <a href={contentUrls(base, space.organizationId).archived}>archive</a>.{' '}
          {space.gitSync !== null && 'The sync with its repository rests, and goes on afterwards.'}
        </p>
        {isShown && (
          <p>
            <SiteNames base={base} organizationId={space.organizationId} sites={sites} /> it, and will go on
            doing so.
          </p>
        )}
        <p>This can be taken back at any time: whoever may archive the space may unarchive it.</p>
      </Danger>
    </Section>
  );
}

/** Deletes the space; says what is lost, and until when it can be brought back. */
export function Deletion({ base, here, view }: { base: string; here: string; view: EndingsView }) {
  const { space, sites, pages, restorableUntil } = view;
  const others = [
    [space.changeRequestsOpen, 'open change request'],
    [space.changeRequestsDraft, 'draft'],
    [space.commentsOpen, 'open comment'],
  ] as const;
  const lost = [
    pages === null ? 'all its pages' : counted(pages, 'page'),
    ...others.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun)),
  ];
  const isShown = sites.named.length + sites.hidden > 0;
  return (
    <Section title="Delete the space" isDangerous>
      <Danger summary="Delete the space" action={here} does="delete" label="Delete the space">
        <p>Nobody gets to the space any more. It has {lost.join(', ')}.</p>
        {isShown && (
          <p>
            <SiteNames base={base} organizationId={space.organizationId} sites={sites} /> it: readers lose it
            at once.
          </p>
        )}
        <p>
          Administrators of the space find it in the{' '}
          <a href={contentUrls(base, space.organizationId).bin}>bin</a> and can restore it until{' '}
          <MomentOf at={restorableUntil} />. Then it is gone.
        </p>
      </Danger>
    </Section>
  );
}

/** The subject of a sentence: `The site Handbook shows`, `The sites Handbook, Guide and 2 others that you do not see show`. */
function SiteNames({
  base,
  organizationId,
  sites: { named, hidden },
}: {
  base: string;
  organizationId: string;
  sites: ShowingSites;
}) {
  const count = named.length + hidden;
  if (named.length === 0)
    return (
      <>{hidden === 1 ? 'A site that you do not see shows' : `${hidden} sites that you do not see show`}</>
    );
  return (
    <>
      {count === 1 ? 'The site ' : 'The sites '}
      {named.map((site, index) => (
        <>
          {index > 0 && ', '}
          <a href={sitePath(base, { organizationId, id: site.id })} dir="auto">
            {site.title}
          </a>
        </>
      ))}
      {hidden > 0 && ` and ${hidden} that you do not see`}
      {count === 1 ? ' shows' : ' show'}
    </>
  );
}
