import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { TangledHtml } from '#platform/html/parse-html.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { DtoPipe } from '#platform/http/validation.pipe.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { ConversationInputBody } from '../conversation.dto.js';
import { ingestConversationsVerdict } from '../conversation.policy.js';
import { PROCESS_CONVERSATIONS } from '../processing/conversations.jobs.js';
import { type Conversation, ConversationsRepository } from '../records/conversations.repository.js';
import { isSecretName, maskAddress, maskPersonalData } from './mask-personal-data.js';
import { readableBody } from './readable-body.js';
import { SourceNames } from './source-names.js';

const MAX_AT_ONCE = 100;

/** Takes conversations in. */
@Injectable()
export class IngestConversations {
  private readonly pipe = new DtoPipe();

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly conversations: ConversationsRepository,
    private readonly sources: SourceNames,
  ) {}

  /**
   * Stores conversations, masked, and asks for them to be processed: all of them or none. One whose id is known replaces what
   * was there; the same again changes nothing.
   * @param body one conversation, or a list of up to 100.
   * @throws NotFound, Forbidden, BadRequest that names the place in the list of what does not fit.
   */
  async execute(actor: Actor, organizationId: string, body: unknown): Promise<void> {
    const isList = Array.isArray(body);
    const inputs: unknown[] = isList ? (body as unknown[]) : [body];
    if (inputs.length > MAX_AT_ONCE)
      throw new BadRequest(`Send at most ${MAX_AT_ONCE} conversations at once; these are ${inputs.length}.`);
    await this.takeAll(actor, organizationId, inputs, (at) => (isList ? `[${at}]` : ''));
  }

  /**
   * As `execute`, without a limit of how many.
   * @param placeOf names one of the inputs where it is refused.
   * @throws NotFound, Forbidden, BadRequest that begins with the place of what does not fit.
   */
  async takeAll(
    actor: Actor,
    organizationId: string,
    inputs: readonly unknown[],
    placeOf: (at: number) => string,
  ): Promise<void> {
    this.requireSender(actor, organizationId);
    const now = this.clock.now();
    const source = await this.sources.namesOf(actor);
    // Of several with one id the last counts.
    const read = new Map<string, Omit<Conversation, 'organizationId' | 'processedAt'>>();
    // Others are answered while a hundred long mails are read.
    const eventLoop = new EventLoopYield();
    for (const [at, input] of inputs.entries()) {
      const place = placeOf(at);
      await eventLoop.yieldIfDue();
      const one = masked(await this.check(input, place), place, now);
      const digest = createHash('sha256')
        .update(JSON.stringify([source, one]))
        .digest('base64url');
      const createdAt = one.createdAt ?? now;
      read.set(one.id, { ...one, createdAt, source, digest, ingestedAt: now });
    }
    if (read.size === 0) return;
    await this.db.transaction(async () => {
      await this.conversations.putAll(organizationId, [...read.values()]);
      // One that waits takes all there are.
      await this.jobs.enqueue(PROCESS_CONVERSATIONS, { organizationId }, { singletonKey: organizationId });
    });
  }

  /** @throws NotFound for strangers, Forbidden for those who may not hand in conversations. */
  requireSender(actor: Actor, organizationId: string): void {
    requireAllowed('organization', ingestConversationsVerdict(actor, organizationId));
  }

  private async check(input: unknown, place: string): Promise<ConversationInputBody> {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw refusal(place, 'It must be an object with an id and parts.');
    try {
      return (await this.pipe.transform(input, {
        type: 'body',
        metatype: ConversationInputBody,
      })) as ConversationInputBody;
    } catch (error) {
      throw error instanceof BadRequest ? refusal(place, error.message) : error;
    }
  }
}

/** The conversation as it is stored, masked. */
function masked({ id, subject, metadata, parts }: ConversationInputBody, place: string, now: Date) {
  const createdAt = metadata?.createdAt === undefined ? null : new Date(metadata.createdAt);
  if (createdAt && Number.isNaN(createdAt.getTime()))
    throw refusal(place, 'metadata.createdAt must be a date and time, such as 2026-01-31T12:00:00Z.');
  if (createdAt && createdAt.getTime() > now.getTime() + 86_400_000)
    throw refusal(place, 'metadata.createdAt must not be in the future.');
  return {
    id,
    subject: subject === undefined ? null : maskPersonalData(subject),
    url: metadata?.url === undefined ? null : maskAddress(metadata.url),
    attributes: maskedAttributes(metadata?.attributes),
    parts: parts.map(({ type, role, body }, at) => {
      try {
        return { type, role, body: readableBody(body) };
      } catch (error) {
        if (error instanceof TangledHtml) throw refusal(place, `parts[${at}].body: ${error.message}`);
        throw error;
      }
    }),
    createdAt,
  };
}

function maskedAttributes(attributes: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      maskPersonalData(name),
      isSecretName(name) ? '[secret]' : maskPersonalData(value),
    ]),
  );
}

function refusal(place: string, message: string): BadRequest {
  return new BadRequest(place === '' ? message : `${place}: ${message} Nothing of this call was stored.`);
}
