/** The beginning of each fetch. */
export const FETCH = [
  'fetch',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/** Settings for a fetch that the server is to answer as if nothing were here. */
export const TELL_NOTHING = ['-c', 'fetch.negotiationAlgorithm=noop'];

/**
 * Settings for asking a part of what there is. The repository does not have them: Git would fetch what is missing whenever it
 * notices. Before 2.45, Git cannot be told which oddities do no harm when it checks parts, so it does not check them: nothing is checked
 * out, and we check names ourselves.
 */
export function partial(filter: 'blob:none' | 'tree:0'): string[] {
  return [
    ...['-c', 'remote.origin.promisor=true'],
    ...['-c', `remote.origin.partialclonefilter=${filter}`],
    ...['-c', 'fetch.fsckObjects=false'],
  ];
}
