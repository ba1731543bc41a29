import type { IncomingHttpHeaders } from 'node:http';
import type { GitProvider } from '../../remote/provider-credentials.js';

/** An event that a host tells of, once its signature was verified. */
export interface WebhookDelivery {
  provider: GitProvider;
  /** As the host names it: `push`, `pull_request`, `Merge Request Hook`, `pullrequest:created`. */
  event: string;
  body: Readonly<Record<string, unknown>>;
}

/** A branch that points elsewhere now. */
export interface PushedBranch {
  branch: string;
  /** Id of its newest commit; null where the branch was deleted. */
  after: string | null;
}

/** Headers that name the event. Forgejo sends those of Gitea and of GitHub too, so its own come first. */
const EVENTS: readonly (readonly [string, GitProvider])[] = [
  ['x-forgejo-event', 'gitea'],
  ['x-gitea-event', 'gitea'],
  ['x-github-event', 'github'],
  ['x-gitlab-event', 'gitlab'],
  ['x-event-key', 'bitbucket'],
];
const PUSHES = new Set(['push', 'Push Hook', 'repo:push', 'repo:refs_changed']);
const PINGS = new Set(['ping', 'diagnostics:ping']);
const BRANCH = /^refs\/heads\/(.+)$/;

/** @param body the parsed JSON. @returns null for JSON of another kind than an object. */
export function readDelivery(headers: IncomingHttpHeaders, body: unknown): WebhookDelivery | null {
  if (!isObject(body)) return null;
  for (const [name, provider] of EVENTS) {
    const event = headers[name];
    if (typeof event === 'string') return { provider, event, body };
  }
  return { provider: 'other', event: 'push', body };
}

/** True when a host only tries the address. */
export function isPing({ event }: WebhookDelivery): boolean {
  return PINGS.has(event);
}

/** The branches that a delivery says were pushed to; none where it is about something else. */
export function pushedBranches({ event, body }: WebhookDelivery): PushedBranch[] {
  if (!PUSHES.has(event)) return [];
  if (event === 'repo:push') return listOf(field(body['push'], 'changes')).flatMap(changeOfCloud);
  if (event === 'repo:refs_changed') return listOf(body['changes']).flatMap(changeOfDataCenter);
  return branchAt(body['ref'], body['after']);
}

function changeOfCloud(change: unknown): PushedBranch[] {
  const [before, now] = [field(change, 'old'), field(change, 'new')];
  const place = isObject(now) ? now : before;
  const name = field(place, 'name');
  if (field(place, 'type') !== 'branch' || typeof name !== 'string') return [];
  return [{ branch: name, after: commitOf(field(field(now, 'target'), 'hash')) }];
}

function changeOfDataCenter(change: unknown): PushedBranch[] {
  return branchAt(field(field(change, 'ref'), 'id'), field(change, 'toHash'));
}

function branchAt(ref: unknown, after: unknown): PushedBranch[] {
  const branch = typeof ref === 'string' ? BRANCH.exec(ref)?.[1] : undefined;
  return branch === undefined ? [] : [{ branch, after: commitOf(after) }];
}

function commitOf(hash: unknown): string | null {
  return typeof hash === 'string' && !/^0*$/.test(hash) ? hash : null;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
