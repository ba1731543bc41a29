import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AuditAction,
  AuditLog,
  type AuditStream,
  AuditStreamsRepository,
} from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import type { DeliveryOutcome } from '#platform/http-client/signed-delivery.js';
import { newId } from '#platform/ids/ids.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { Members } from '../../members.service.js';
import { requireOrganizationAdmin } from '../../require-member.js';
import type { CreateAuditStreamBody, UpdateAuditStreamBody } from './audit-stream.dto.js';
import { AuditStreamSender } from './audit-stream-sender.js';
import { secretContext } from './audit-stream-secrets.js';

const MAX_STREAMS = 5;
/** Entries that wait are counted so far. */
export const MAX_COUNTED = 10_000;
/** For so long the secret before signs too. */
const OLD_SECRET_MS = 24 * 3_600_000;

/** A stream, and the number of entries that wait for it. */
export interface AuditStreamView {
  stream: AuditStream;
  waiting: number;
}

/** A stream whose secret was made just now, and is shown once. */
export interface NewAuditStreamSecret extends AuditStreamView {
  secret: string;
}

/** The streams of an organization's audit log, which its administrators set. */
@Injectable()
export class AuditStreams {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly client: GuardedFetch,
    private readonly box: SecretBox,
    private readonly audit: AuditLog,
    private readonly members: Members,
    private readonly streams: AuditStreamsRepository,
    private readonly sender: AuditStreamSender,
  ) {}

  /** Oldest first. @throws NotFound, Forbidden for others than administrators. */
  async list(actor: Actor, organizationId: string): Promise<AuditStreamView[]> {
    requireOrganizationAdmin(actor, organizationId);
    const views: AuditStreamView[] = [];
    for (const stream of await this.streams.list(organizationId)) views.push(await this.viewOf(stream));
    return views;
  }

  /** @throws as `list`, NotFound for an unknown stream. */
  async get(actor: Actor, organizationId: string, id: string): Promise<AuditStreamView> {
    requireOrganizationAdmin(actor, organizationId);
    return this.viewOf(await this.find(organizationId, id));
  }

  /**
   * Makes a stream: it gets the entries from its own one on.
   * @throws as `list`, BadRequest for an address that nothing may be posted to, Conflict when there are too many.
   */
  async create(
    actor: Actor,
    organizationId: string,
    body: CreateAuditStreamBody,
  ): Promise<NewAuditStreamSecret> {
    requireOrganizationAdmin(actor, organizationId);
    this.checkAddress(body.url);
    const key = { organizationId, id: newId() };
    const made = await this.makeSecret(key);
    const stream: AuditStream = {
      ...key,
      title: body.title,
      url: body.url,
      secret: made.sealed,
      oldSecret: null,
      oldSecretUntil: null,
      isPaused: false,
      failures: 0,
      lastFailure: null,
      lastFailureAt: null,
      nextAttemptAt: null,
      deliveredAt: null,
      deliveredEventId: null,
      heldBy: null,
      heldUntil: null,
      createdAt: this.clock.now(),
    };
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      if ((await this.streams.list(organizationId)).length >= MAX_STREAMS)
        throw new Conflict(`An organization has at most ${MAX_STREAMS} streams; delete one first.`);
      await this.streams.insert(stream);
      await this.record(stream, 'audit-stream.created', { after: shownOf(stream) });
    });
    return { ...(await this.viewOf(stream)), secret: made.secret };
  }

  /**
   * Changes what is given. A stream that goes on, or has another address, is tried at once.
   * @throws as `get`, BadRequest for an address that nothing may be posted to.
   */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    { title, url, paused }: UpdateAuditStreamBody,
  ): Promise<AuditStreamView> {
    requireOrganizationAdmin(actor, organizationId);
    if (url !== undefined) this.checkAddress(url);
    await this.change(actor, organizationId, id, async (before) => {
      const isFresh = (url !== undefined && url !== before.url) || (paused === false && before.isPaused);
      const changes = {
        ...(title === undefined ? {} : { title }),
        ...(url === undefined ? {} : { url }),
        ...(paused === undefined ? {} : { isPaused: paused }),
        ...(isFresh ? { failures: 0, nextAttemptAt: null, heldBy: null, heldUntil: null } : {}),
      };
      if (Object.keys(changes).length === 0) return;
      await this.streams.update(before, changes);
      const after = { ...before, ...changes };
      // Its entry wakes the stream.
      await this.record(after, 'audit-stream.updated', { before: shownOf(before), after: shownOf(after) });
    });
    return this.get(actor, organizationId, id);
  }

  /** Makes another secret; the one before signs beside it for a day. @throws as `get` */
  async rotateSecret(actor: Actor, organizationId: string, id: string): Promise<NewAuditStreamSecret> {
    requireOrganizationAdmin(actor, organizationId);
    const made = await this.makeSecret({ organizationId, id });
    await this.change(actor, organizationId, id, async (before) => {
      const oldSecretUntil = new Date(this.clock.now().getTime() + OLD_SECRET_MS);
      await this.streams.update(before, { secret: made.sealed, oldSecret: before.secret, oldSecretUntil });
      await this.record(before, 'audit-stream.secret-rotated', {});
    });
    return { ...(await this.get(actor, organizationId, id)), secret: made.secret };
  }

  /** Posts a delivery without entries. @throws as `get` */
  async test(actor: Actor, organizationId: string, id: string): Promise<DeliveryOutcome> {
    requireOrganizationAdmin(actor, organizationId);
    return this.sender.send(await this.find(organizationId, id), []);
  }

  /** Deletes the stream, and what waits for it. Succeeds when it is gone. @throws as `list` */
  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const stream = await this.streams.find({ organizationId, id });
      if (!stream) return;
      await this.streams.delete(stream);
      await this.record(stream, 'audit-stream.deleted', { before: shownOf(stream) });
    });
  }

  private async change(
    actor: Actor,
    organizationId: string,
    id: string,
    work: (stream: AuditStream) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      await work(await this.find(organizationId, id));
    });
  }

  private async find(organizationId: string, id: string): Promise<AuditStream> {
    const stream = await this.streams.find({ organizationId, id });
    if (!stream) throw new NotFound('audit stream');
    return stream;
  }

  private async viewOf(stream: AuditStream): Promise<AuditStreamView> {
    return { stream, waiting: await this.streams.countWaiting(stream, MAX_COUNTED) };
  }

  /** The address of a host may change, so it is checked again with each delivery. */
  private checkAddress(url: string): void {
    try {
      if (this.client.parse(url).protocol !== 'https:' && !this.config.allowPrivateNetwork)
        throw new BadRequest('url: the address must begin with https://.');
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      throw new BadRequest(`url: ${error.message}; name one that others can reach.`);
    }
  }

  private async makeSecret(key: { organizationId: string; id: string }) {
    const secret = randomBytes(32).toString('hex');
    return { secret, sealed: await this.box.seal(secret, secretContext(key)) };
  }

  private async record(
    { organizationId, id, title }: AuditStream,
    action: AuditAction,
    change: { before?: object; after?: object },
  ): Promise<void> {
    const target = { type: 'audit-stream', id, label: title };
    await this.audit.record({ organizationId, action, target, ...change });
  }
}

/** A stream as the log shows it: a query may hold a key of the receiver. */
function shownOf({ title, url, isPaused }: AuditStream): object {
  const { origin, pathname } = new URL(url);
  return { title, url: origin + pathname, paused: isPaused };
}
