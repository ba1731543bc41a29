import type { CollectionView } from '#modules/collections/index.js';

/** A collection by its id, with the words that name it. */
export interface NamedCollection {
  id: string;
  title: string;
}

/** The collections that somebody sees, and how they lie in each other. */
export class CollectionPaths {
  private readonly known: ReadonlyMap<string, CollectionView>;

  constructor(private readonly views: readonly CollectionView[]) {
    this.known = new Map(views.map((view) => [view.collection.id, view]));
  }

  /** The collection with everything around it, from the outside in; empty for null and for what is not seen. */
  around(id: string | null): NamedCollection[] {
    const path: NamedCollection[] = [];
    for (let at = this.find(id); at && path.every((one) => one.id !== at?.collection.id);) {
      path.unshift({ id: at.collection.id, title: at.collection.title });
      at = this.find(at.collection.parentId);
    }
    return path;
  }

  /** The name of a place: the titles of the collections around it; `Top level` outside of all. */
  nameOf(id: string | null): string {
    const path = this.around(id);
    return path.length === 0 ? 'Top level' : path.map(({ title }) => title).join(' / ');
  }

  /** The collections into which somebody may put things, by name. @param moved a collection that is to be moved: it goes neither into itself nor into what it contains. */
  targets(moved: string | null = null): NamedCollection[] {
    return this.views
      .filter(({ permissions, collection }) => {
        const path = this.around(collection.id);
        return permissions.create && path.every(({ id }) => id !== moved);
      })
      .map(({ collection: { id } }) => ({ id, title: this.nameOf(id) }))
      .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  }

  private find(id: string | null): CollectionView | undefined {
    return id === null ? undefined : this.known.get(id);
  }
}
