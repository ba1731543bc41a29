import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { newId } from '#platform/ids/ids.js';
import { changesOf, type GlossaryChange, type GlossaryEntry, MAX_ENTRIES } from './glossary-operations.js';
import type { Terms, UpdateGlossaryBody } from './glossary.dto.js';
import { type GlossaryAction, glossaryVerdict } from './glossary.policy.js';
import { GlossaryRepository } from './glossary.repository.js';
import { type TermFinder, termFinder } from './term-finder.js';

/** The audit log shows the terms of this many entries; of a whole glossary it says how much changed. */
const MAX_SHOWN = 50;

/** Glossaries of organizations: terms, language by language. */
@Injectable()
export class Glossary {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly entries: GlossaryRepository,
  ) {}

  /**
   * Oldest first.
   * @param search only entries with this in one of their terms.
   * @throws NotFound for those who are no member, and for guests.
   */
  async list(
    actor: Actor,
    organizationId: string,
    page: PageRequest,
    search?: string,
  ): Promise<Page<GlossaryEntry>> {
    authorize(actor, organizationId, 'view');
    return this.entries.list(organizationId, page, search?.trim() || undefined);
  }

  /** @throws NotFound */
  async get(actor: Actor, organizationId: string, id: string): Promise<GlossaryEntry> {
    authorize(actor, organizationId, 'view');
    const entry = await this.entries.find(organizationId, id);
    if (!entry) throw new NotFound('glossary entry');
    return entry;
  }

  /**
   * All operations or none.
   * @param requireSeen throws where an entry, as it is under the lock, is another one than the caller was shown.
   * @throws NotFound, Forbidden below the role `create`, BadRequest with the index of a bad one.
   */
  async change(
    actor: Actor,
    organizationId: string,
    operations: UpdateGlossaryBody['operations'],
    requireSeen: (entry: GlossaryEntry) => void = () => undefined,
  ): Promise<void> {
    authorize(actor, organizationId, 'edit');
    await this.db.transaction(async () => {
      const count = await this.entries.lock(organizationId);
      const ids = operations.flatMap((operation) => (operation.type === 'insert' ? [] : [operation.id]));
      const known = await this.entries.findAll(organizationId, ids);
      for (const entry of known) requireSeen(entry);
      const now = this.clock.now();
      // Lists are by id: those that came together stay in their order.
      const newIds = operations.map(() => newId(now.getTime())).sort();
      const changes = changesOf(known, operations, now, (translations, index) => ({
        ...{ organizationId, id: newIds[index]!, translations },
        ...{ createdAt: now, updatedAt: now },
      }));
      requireRoom(count, changes);
      await this.write(organizationId, changes);
    });
  }

  /** Finds terms of the glossary in texts that are to be translated. */
  async termFinder(organizationId: string, source: string, target: string): Promise<TermFinder> {
    const entries = await this.entries.listTerms(organizationId, [source, target]);
    return termFinder(entries.map((terms) => ({ source: terms[source]!, target: terms[target]! })));
  }

  private async write(organizationId: string, changes: readonly GlossaryChange[]): Promise<void> {
    if (changes.length === 0) return;
    const put = changes.flatMap(({ after }) => after ?? []);
    const gone = changes.flatMap(({ id, after }) => (after ? [] : [id]));
    if (gone.length > 0) await this.entries.delete(organizationId, gone);
    if (put.length > 0) await this.entries.put(organizationId, put);
    await this.audit.record({
      organizationId,
      action: 'glossary.updated',
      target: { type: 'organization', id: organizationId },
      ...auditedTerms(changes),
    });
  }
}

/** Strangers learn nothing of the organization, guests nothing of its glossary. */
function authorize(actor: Actor, organizationId: string, action: GlossaryAction): void {
  requireMember(actor, organizationId);
  requireAllowed('glossary', glossaryVerdict(actor.memberships.get(organizationId), action));
}

function requireRoom(count: number, changes: readonly GlossaryChange[]): void {
  const more = changes.reduce((sum, { before, after }) => sum + Number(!before) - Number(!after), 0);
  if (more > 0 && count + more > MAX_ENTRIES)
    throw new BadRequest(
      `operations: a glossary has at most ${MAX_ENTRIES} entries, and this one would have ${count + more}; delete some first.`,
    );
}

function auditedTerms(changes: readonly GlossaryChange[]): { before?: object; after: object } {
  if (changes.length > MAX_SHOWN) {
    const inserted = changes.filter(({ before }) => !before).length;
    const deleted = changes.filter(({ after }) => !after).length;
    return { after: { inserted, updated: changes.length - inserted - deleted, deleted } };
  }
  const termsOf = (at: 'before' | 'after'): Record<string, Terms | undefined> =>
    Object.fromEntries(changes.map((change) => [change.id, change[at]?.translations]));
  return { before: termsOf('before'), after: termsOf('after') };
}
