import type { CollectionRecord } from '#modules/collections/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { TreeNode } from './shell-view.js';

/** With more spaces, only the collections around the current place are open. */
const MOST_OPEN = 30;

type TreeCollection = Pick<CollectionRecord, 'id' | 'parentId' | 'title' | 'position'>;
type TreeSpace = Pick<SpaceRecord, 'id' | 'parentId' | 'title' | 'emoji' | 'icon' | 'position'>;

/**
 * The tree of collections and spaces that somebody sees. What lies in a collection that they do not see is at the top.
 * @param currentId the space or collection of the page: the collections around it are open.
 */
export function spaceTree(
  collections: readonly TreeCollection[],
  spaces: readonly TreeSpace[],
  currentId: string | null,
): TreeNode[] {
  const known = new Map(collections.map((collection) => [collection.id, collection]));
  const open = around(known, spaces.find(({ id }) => id === currentId)?.parentId ?? currentId);
  const parentOf = ({ parentId }: TreeCollection | TreeSpace): string | null =>
    parentId !== null && known.has(parentId) ? parentId : null;
  const below = (parent: string | null): TreeNode[] =>
    [
      ...collections
        .filter((one) => parentOf(one) === parent)
        .map((collection) => ({ collection, at: collection })),
      ...spaces.filter((one) => parentOf(one) === parent).map((space) => ({ space, at: space })),
    ]
      .toSorted((a, b) => (a.at.position < b.at.position ? -1 : 1))
      .map((item) =>
        'space' in item
          ? { kind: 'space', space: item.space }
          : {
              kind: 'collection',
              collection: item.collection,
              nodes: below(item.collection.id),
              isOpen: open.has(item.collection.id) || spaces.length <= MOST_OPEN,
            },
      );
  return below(null);
}

/** The collection and those around it. */
function around(known: ReadonlyMap<string, TreeCollection>, from: string | null): Set<string> {
  const found = new Set<string>();
  for (let at = from; at !== null && known.has(at) && !found.has(at); at = known.get(at)?.parentId ?? null)
    found.add(at);
  return found;
}
