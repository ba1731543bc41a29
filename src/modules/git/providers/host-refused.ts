import { RemoteProblem } from '../remote/remote-problem.js';
import type { ApiProvider } from './provider-access.js';

const NAMES: Record<ApiProvider, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'The Git host',
  bitbucket: 'Bitbucket',
};

/** An answer with which a host's API refuses an operation. */
export class HostRefused extends RemoteProblem {
  constructor(
    provider: ApiProvider,
    /** Of the answer. */
    readonly status: number,
  ) {
    super(isAccess(status) ? 'no-access' : 'broken', sentenceFor(NAMES[provider], status));
    this.name = 'HostRefused';
  }
}

function isAccess(status: number): boolean {
  return status === 401 || status === 403 || status === 404;
}

function sentenceFor(name: string, status: number): string {
  if (status === 401)
    return `${name} does not know the token: it was revoked, or has expired. Give the connection a new one.`;
  if (status === 403)
    return `${name} does not let the token do this, or was asked too often. Give it the right to the repository, or try again later.`;
  if (status === 404) return `${name} has no such repository, or the token does not see it.`;
  if (status === 429) return `${name} was asked too often. It is asked again later.`;
  return `${name} answered ${status}.`;
}
