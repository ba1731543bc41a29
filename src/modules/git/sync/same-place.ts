import { ImportFailed } from '../git.errors.js';
import type { RepositoryLinkEntity } from './git-connection.entity.js';

type Link = Readonly<RepositoryLinkEntity>;

/** A connection was changed while a run worked with it. The change has started another run, so that nobody is told of this one. */
export class ConnectionChanged extends ImportFailed {
  constructor() {
    super('The connection was changed meanwhile; the next run goes on with what it is now.');
    this.name = 'ConnectionChanged';
  }
}

/** Answers whether a connection still speaks of the same folder of the same repository, opened in the same way by the same person. */
export function isSamePlace(a: Link, b: Link): boolean {
  return textOf(a) === textOf(b);
}

/** @throws ConnectionChanged also for a connection that is gone or rests. */
export function requireSamePlace<T extends Link>(now: T | null, before: T): T {
  if (!now || now.isPaused || !isSamePlace(now, before)) throw new ConnectionChanged();
  return now;
}

function textOf(connection: Link): string {
  const { id, createdAt, createdBy, organizationId, url, branch, folder, secret, hostKey } = connection;
  const place = { id, organizationId, url, branch, folder, hostKey, createdBy, createdAt };
  const { appInstallationId } = connection;
  return JSON.stringify({ ...place, appInstallationId, secret: secret?.toString('base64') ?? null });
}
