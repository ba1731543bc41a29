import type { ResourceType } from '#modules/access/index.js';
import { Empty, MemberTable, MoreLink, type ShownPage, shownPage } from '#modules/member-pages/index.js';
import { peopleUrls } from '../people/people-urls.js';
import { placePath, type ShareRef, sharePath } from '../share/share-urls.js';
import { SeenNote } from './seen-note.js';
import { seenPath } from './seen-urls.js';
import type { Seen } from './viewpoints.js';

/** The lists of what a member gets to, by the last part of their address. */
export const SEEN_KINDS: Readonly<Record<string, { type: ResourceType; title: string }>> = {
  '': { type: 'space', title: 'Spaces' },
  collections: { type: 'collection', title: 'Collections' },
  sites: { type: 'site', title: 'Sites' },
};

export interface SeenListView {
  organizationId: string;
  member: { userId: string; user: { displayName: string } };
  kind: string;
  items: readonly (Seen & { role: string; why: string })[];
  more: string | null;
}

/** The list of the spaces, collections or sites that a member gets to, with the role and the reason. */
export function seenList(base: string, view: SeenListView): ShownPage {
  const { organizationId, member, kind, items, more } = view;
  const urls = peopleUrls(base, organizationId);
  const name = member.user.displayName;
  const root = urls.seenBy(member.userId);
  const hrefOf = (one: string) => (one === '' ? root : `${root}/${one}`);
  const { title, type } = SEEN_KINDS[kind]!;
  return shownPage(
    {
      title: `${title} that ${name} sees`,
      organizationId,
      breadcrumbs: [
        { href: urls.root, title: 'People' },
        { href: urls.member(member.userId), title: name },
      ],
    },
    <>
      <SeenNote name={name} back={{ href: urls.member(member.userId), title: 'Back to the member' }} />
      <nav class="app-filter" aria-label="Kinds of content">
        {Object.entries(SEEN_KINDS).map(([one, { title: words }]) => (
          <a href={hrefOf(one)} aria-current={one === kind ? 'page' : undefined}>
            {words}
          </a>
        ))}
      </nav>
      {items.length === 0 ? (
        <Empty>
          <p>
            <bdi>{name}</bdi> sees no {title.toLowerCase()}. Open one and choose Share to let them in.
          </p>
        </Empty>
      ) : (
        <MemberTable title={title} columns={['Title', 'As', 'Why', 'Share']}>
          {items.map((item) => (
            <SeenRow
              base={base}
              userId={member.userId}
              item={item}
              place={{ organizationId, type, id: item.id }}
            />
          ))}
        </MemberTable>
      )}
      <MoreLink here={hrefOf(kind)} cursor={more} what={`More ${title.toLowerCase()}`} />
    </>,
  );
}

function SeenRow({
  base,
  userId,
  item: { title, role, why },
  place,
}: {
  base: string;
  userId: string;
  item: SeenListView['items'][number];
  place: ShareRef;
}) {
  // No page shows a collection as somebody sees it: its contents are in the other lists.
  const href =
    place.type === 'collection'
      ? placePath(base, place)
      : seenPath(base, place.organizationId, userId, place);
  return (
    <tr>
      <th scope="row">
        <a href={href} dir="auto">
          {title}
        </a>
      </th>
      <td>{role}</td>
      <td dir="auto">{why}</td>
      <td>
        <a href={sharePath(base, place)} aria-label={`Share: ${title}`}>
          Share
        </a>
      </td>
    </tr>
  );
}
