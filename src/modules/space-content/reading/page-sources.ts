import {
  dependencyKey,
  type DependencyRef,
  type LocatedPage,
  type PageNode,
} from '#modules/content/index.js';

/** States of the dependencies of computed pages, by `dependencyKey`. */
export type DependencyStates = ReadonlyMap<string, object>;

interface Source {
  type: string;
  props: object;
  dependencies: Record<string, { ref: DependencyRef }>;
}

type SourcePage = Pick<LocatedPage, 'computed' | 'generated' | 'title'>;

/** The dependencies of the pages and of all pages below them. */
export function dependenciesOf(pages: readonly PageNode[]): DependencyRef[] {
  return pages.flatMap((page) => [
    ...Object.values(storedSource(page)?.dependencies ?? {}).map(({ ref }) => ref),
    ...dependenciesOf(page.pages),
  ]);
}

/** The source of a computed page. */
export function revisionSource({ computed }: SourcePage, states: DependencyStates | undefined): object {
  return withStates((computed ?? {}) as unknown as Source, states);
}

/**
 * The part of its source that a computed or generated page shows; undefined for written pages, and for pages that a
 * script has written without being asked page by page.
 */
export function documentSource(page: SourcePage, states: DependencyStates | undefined): object | undefined {
  const source = storedSource(page);
  return source && withStates(source, states);
}

/** True if an integration computes the page: only writers see the properties that the integration receives. */
export function isOfIntegration({ computed, generated }: SourcePage): boolean {
  const type = ((computed ?? generated) as Partial<Source> | undefined)?.type;
  return typeof type === 'string' && type.startsWith('integration:');
}

function storedSource({ computed, generated, title }: SourcePage): Source | undefined {
  const own = (computed ?? generated) as unknown as (Partial<Source> & { spec?: string }) | undefined;
  if (own?.type === 'builtin:openapi') return { ...(own as Source), props: { doc: 'info', page: title } };
  if (own?.type !== undefined) return own as Source;
  if (own?.spec === undefined) return undefined;
  const { spec, ...props } = own;
  return { type: 'builtin:openapi', props, dependencies: { spec: { ref: { kind: 'openapi', spec } } } };
}

function withStates(source: Source, states: DependencyStates | undefined): object {
  if (!states || !source.dependencies) return source;
  const dependencies = Object.entries(source.dependencies).map(([name, { ref }]) => {
    const value = states.get(dependencyKey(ref));
    return [name, value ? { ref, value } : { ref }];
  });
  return { ...source, dependencies: Object.fromEntries(dependencies) as object };
}
