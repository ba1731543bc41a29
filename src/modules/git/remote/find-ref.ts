import type { RemoteRefs } from './remote-repository.js';
import { emptyRepository, noSuchRef } from './remote-problem.js';

const OID = /^[0-9a-f]{40}$/;

/** Answers whether a name is an object's id. */
export const isOid = (name: string): boolean => OID.test(name);

/**
 * The ref with this name, a branch before a tag; without a name, or for HEAD, the branch that HEAD points at.
 * @throws RemoteProblem `empty` or `no-such-ref`.
 */
export function findRef({ refs, head }: RemoteRefs, name: string | undefined): string {
  const has = (ref: string | null | undefined): ref is string => typeof ref === 'string' && refs.has(ref);
  const isNamed = name !== undefined && name !== 'HEAD';
  const wanted = isNamed
    ? [name, `refs/heads/${name}`, `refs/tags/${name}`]
    : [head, 'refs/heads/main', 'refs/heads/master', firstBranch(refs)];
  const found = wanted.find(has);
  if (has(found)) return found;
  if (refs.size === 0) throw emptyRepository();
  throw noSuchRef(name ?? 'HEAD');
}

function firstBranch(refs: ReadonlyMap<string, string>): string | undefined {
  return [...refs.keys()].find((ref) => ref.startsWith('refs/heads/'));
}

/** The full name of a branch. */
export function branchName(ref: string): string {
  return ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
}
