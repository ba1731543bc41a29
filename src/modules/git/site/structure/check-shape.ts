import { foldersOverlap } from '../../sync/repository-place.js';
import { childrenOf, named, type SiteNode, type SiteShape } from './site-shape.js';

/**
 * The rules of `gitbook-docs.yaml` that concern more than one node, each broken one as a sentence. Checked of what a file says, and of what
 * both sides say together.
 */
export function problemsOfShape(shape: SiteShape): string[] {
  return [...problemsOfKinds(shape), ...problemsOfPaths(shape), ...problemsOfFolders(shape)];
}

function problemsOfKinds(shape: SiteShape): string[] {
  const { nodes } = shape;
  const problems: string[] = [];
  const hasSections = nodes.some(({ type }) => type === 'section');
  for (const node of nodes) {
    const isAtTop = node.parent === null;
    if (node.type === 'space' && isAtTop && hasSections)
      problems.push(
        `The ${named(node)} stands beside sections: once a site has a section, each space belongs into one.`,
      );
    if (node.type === 'external-link' && !hasSections)
      problems.push(`The ${named(node)} needs a site with sections: links stand among them.`);
    if (node.type === 'section-group' && depthOf(shape, node) > 1)
      problems.push(`The ${named(node)} is too deep: a section group may be in one other, no deeper.`);
  }
  return problems;
}

function depthOf({ nodes }: SiteShape, node: SiteNode): number {
  const parent = nodes.find(({ key }) => key === node.parent);
  return parent ? 1 + depthOf({ title: '', nodes, defaults: {} }, parent) : 0;
}

function problemsOfPaths(shape: SiteShape): string[] {
  const sections = shape.nodes.filter(({ type }) => type === 'section');
  const first = sections.find(({ key }) => key === shape.defaults['']);
  const levels = [null, ...sections.map(({ key }) => key)].map((parent) =>
    childrenOf(shape, parent).filter(({ type }) => type === 'space'),
  );
  const problems = [...levels, sections].flatMap((level) => taken(level));
  // The first segment of an address names a section, or a further space of the default one.
  for (const space of first ? childrenOf(shape, first.key) : []) {
    const section = sections.find(({ path }) => path === space.path);
    if (section && shape.defaults[first!.key] !== space.key)
      problems.push(
        `The ${named(space)} in the default section has the path "${space.path}" of the ${named(section)}.`,
      );
  }
  return problems;
}

function taken(level: readonly SiteNode[]): string[] {
  const seen = new Map<string | null, SiteNode>();
  return level.flatMap((node) => {
    const other = seen.get(node.path);
    if (!other) seen.set(node.path, node);
    return other ? [`The ${named(node)} has the path "${node.path}" of the ${named(other)} beside it.`] : [];
  });
}

function problemsOfFolders({ nodes }: SiteShape): string[] {
  const spaces = nodes.filter(({ folder }) => folder !== null);
  return spaces.flatMap((node, index) => {
    const other = spaces.slice(0, index).find(({ folder }) => foldersOverlap(folder!, node.folder!));
    if (!other) return [];
    if (other.folder !== node.folder)
      return [
        `The folder of the ${named(node)} lies within that of the ${named(other)}, or the other way round: both would write the same files.`,
      ];
    const why =
      other.language === node.language
        ? 'both would write the same files'
        : 'one directory is read once, in one language';
    return [`The ${named(node)} has the directory of the ${named(other)}: ${why}. Give it its own.`];
  });
}
