import { Injectable } from '@nestjs/common';
import {
  ComputedSources,
  ContentStore,
  type Json,
  type LocatedPage,
  type NewPage,
  type PageChanges,
} from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { ReferencePolicy } from '#modules/spaces/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { BatchDocuments } from './batch-documents.js';
import type { ChangeBatch } from './change-batch.js';
import { fieldsOf, fieldsSoFar } from './change-fields.js';
import { ChangeFiles } from './change-files.js';
import { patchVariables } from './change-variables.js';
import { DuplicatePage } from './duplicate-page.js';
import { EntryPlanner } from './entry-planner.js';
import type {
  ContentChange,
  DuplicatePageChange,
  InsertPageChange,
  RevertPageChange,
  UpdatePageChange,
} from './content-changes.dto.js';
import type { InsertFilesChange } from './entry-changes.dto.js';
import type { PageFieldsInput } from './page-fields.dto.js';
import { RevertPage } from './revert-page.js';
import { TagPlanner } from './tag-planner.js';
import { RevisionReads } from '../revision-reads.js';

const TARGET_KINDS = ['url', 'page', 'anchor', 'file', 'space', 'collection', 'user', 'openapi'];

/** The kinds of things that operations insert and that other changes of the batch can name. */
const INSERTED: Partial<Record<ContentChange['operation'], 'page' | 'reusable-content'>> = {
  insert_page: 'page',
  duplicate_page: 'page',
  insert_reusable_content: 'reusable-content',
};

/**
 * Turns a batch of changes into edits: fetches, parses, resolves references, authorises. Runs before and outside of
 * the transaction.
 */
@Injectable()
export class ChangePlanner {
  constructor(
    private readonly content: ContentStore,
    private readonly files: ChangeFiles,
    private readonly documents: BatchDocuments,
    private readonly entries: EntryPlanner,
    private readonly tags: TagPlanner,
    private readonly reverts: RevertPage,
    private readonly duplicates: DuplicatePage,
    private readonly references: ReferencePolicy,
    private readonly revisions: RevisionReads,
    private readonly sources: ComputedSources,
  ) {}

  /** Fills the batch with edits and outcomes. @throws BadRequest naming the change and its field. */
  async plan(batch: ChangeBatch): Promise<void> {
    for (const [index, change] of batch.changes.entries()) {
      const kind = INSERTED[change.operation];
      if (kind === undefined) continue;
      const id = newId();
      batch.ids.set(index, id);
      batch.names.add('ref' in change ? change.ref : undefined, kind, id, `changes[${index}]`);
    }
    for (const [index, change] of batch.changes.entries()) {
      if (change.operation === 'insert_files') await this.storeFiles(batch, change, `changes[${index}]`);
    }
    const eventLoop = new EventLoopYield();
    for (const index of batch.changes.keys()) {
      await this.planChange(batch, index);
      await eventLoop.yieldIfDue();
    }
  }

  private async planChange(batch: ChangeBatch, index: number): Promise<void> {
    const change = batch.changes[index]!;
    const at = `changes[${index}]`;
    switch (change.operation) {
      case 'insert_page':
        return this.planInsert(batch, change, batch.ids.get(index)!, at);
      case 'update_page':
        return this.planUpdate(batch, change, at);
      case 'delete_page': {
        const page = await this.existing(batch, change.page, `${at}.page`);
        batch.edits.push({ type: 'deletePage', page });
        batch.deleted.add(page);
        batch.outcomes.push({ object: 'deleted_page', page });
        return;
      }
      case 'duplicate_page':
        return this.planDuplicate(batch, change, batch.ids.get(index)!, at);
      case 'revert_page':
        return this.planRevert(batch, change, at);
      case 'insert_files':
        return;
      case 'update_file':
        return this.entries.updateFile(batch, change, at);
      case 'delete_file':
        return this.entries.deleteFile(batch, change, at);
      case 'insert_reusable_content':
        return this.entries.insertReusableContent(batch, change, batch.ids.get(index)!, at);
      case 'update_reusable_content':
        return this.entries.updateReusableContent(batch, change, at);
      case 'delete_reusable_content':
        return this.entries.deleteReusableContent(batch, change, at);
      case 'insert_tag':
      case 'update_tag':
      case 'delete_tag':
        return this.tags.plan(batch, change, at);
      case 'update_variables': {
        const { organizationId } = batch.branch;
        batch.variables ??= (await this.content.readSettings(organizationId, batch.base.snapshot)).variables;
        batch.variables = patchVariables(batch.variables, change.variables, `${at}.variables`);
        batch.edits.push({ type: 'setVariables', variables: batch.variables });
        return;
      }
    }
  }

  private async storeFiles(batch: ChangeBatch, change: InsertFilesChange, at: string): Promise<void> {
    const { organizationId, actor } = batch.scope;
    const owner = { organizationId, userId: actor.userId };
    const stored = await Promise.all(
      change.files.map((input, i) => this.files.store(owner, input, `${at}.files[${i}]`, batch.now)),
    );
    stored.forEach((file, i) => batch.names.add(change.files[i]!.ref, 'file', file.id, `${at}.files[${i}]`));
    batch.files.push(...stored);
    for (const file of stored) batch.changedFiles.set(file.id, file);
    for (const file of stored) batch.edits.push({ type: 'putFile', file });
  }

  private async planInsert(
    batch: ChangeBatch,
    change: InsertPageChange,
    id: string,
    at: string,
  ): Promise<void> {
    const type = change.type ?? 'document';
    if ((type === 'document') !== (change.document !== undefined)) {
      throw new BadRequest(
        `${at}.document ${type === 'document' ? 'is required' : `does not go with a ${type}`}.`,
      );
    }
    if ((type === 'computed') !== (change.computed !== undefined)) {
      throw new BadRequest(
        `${at}.computed ${type === 'computed' ? 'is required' : `does not go with a ${type}`}.`,
      );
    }
    const into = change.into === undefined ? null : await this.existing(batch, change.into, `${at}.into`);
    if (type === 'computed') return this.planComputed(batch, change, { id, into, at });
    const folder = async (): Promise<string> => (into === null ? '' : this.documents.pathOf(batch, into));
    const text =
      change.document && (await this.documents.read(batch, change.document, folder, null, `${at}.document`));
    const fields = {
      ...(fieldsOf(change, text?.meta, {}, at) as Partial<NewPage>),
      ...this.readCover(batch, change, `${at}.cover`),
      ...(await this.tags.readPageTags(batch, change, type, at)),
    };
    const target = type === 'link' ? await this.readTarget(batch, change, null, `${at}.target`) : undefined;
    const page: NewPage = { title: 'Untitled', ...fields, id, type, ...(target ? { target } : {}) };
    batch.edits.push({ type: 'insertPage', into, at: change.at, page, document: text?.document ?? null });
    batch.inserted.add(id);
    batch.outcomes.push({ object: 'created_page', ...(change.ref ? { ref: change.ref } : {}), page: id });
  }

  private async planComputed(
    batch: ChangeBatch,
    change: InsertPageChange,
    { id, into, at }: { id: string; into: string | null; at: string },
  ): Promise<void> {
    const { actor, organizationId, spaceId } = batch.scope;
    const place = { organizationId, spaceId, page: id };
    const plan = await this.sources.plan(actor, place, change.computed, `${at}.computed`);
    const fields = {
      ...(fieldsOf(change, undefined, {}, at) as Partial<NewPage>),
      ...this.readCover(batch, change, `${at}.cover`),
      ...(await this.tags.readPageTags(batch, change, 'document', at)),
    };
    const page: NewPage = { title: plan.title, ...fields, id, type: 'document', computed: plan.source };
    batch.edits.push({ type: 'insertPage', into, at: change.at, page, computed: plan.content });
    batch.inserted.add(id);
    batch.outcomes.push({ object: 'created_page', ...(change.ref ? { ref: change.ref } : {}), page: id });
  }

  private async planUpdate(batch: ChangeBatch, change: UpdatePageChange, at: string): Promise<void> {
    const page = await this.existing(batch, change.page, `${at}.page`);
    const into = change.into == null ? change.into : await this.existing(batch, change.into, `${at}.into`);
    const located = await this.documents.locate(batch, page);
    if (change.document && located && located.type !== 'document') {
      throw new BadRequest(`${at}.document: a page of type ${located.type} has no text.`);
    }
    const folder = async (): Promise<string> =>
      (await this.documents.pathOf(batch, page)).split('/').slice(0, -1).join('/');
    const text =
      change.document &&
      (await this.documents.read(batch, change.document, folder, located, `${at}.document`));
    if (change.target && located && located.type !== 'link')
      throw new BadRequest(`${at}.target: only a page of type link has a target.`);
    const fields: PageChanges = {
      ...fieldsOf(change, text?.meta, fieldsSoFar(batch, page, located), at),
      ...this.readCover(batch, change, `${at}.cover`),
      ...(await this.tags.readPageTags(batch, change, located?.type, at)),
      ...(change.target ? { target: await this.readTarget(batch, change, located, `${at}.target`) } : {}),
    };
    batch.edits.push({ type: 'updatePage', page, fields, into, at: change.at, document: text?.document });
    batch.outcomes.push({ object: 'updated_page', page });
  }

  private async planDuplicate(
    batch: ChangeBatch,
    change: DuplicatePageChange,
    id: string,
    at: string,
  ): Promise<void> {
    const { organizationId } = batch.branch;
    const page = await this.existing(batch, change.page, `${at}.page`);
    const edits = await this.duplicates.plan({
      ...{ organizationId, snapshot: batch.base.snapshot, page, id, at },
      title: change.title,
      withSubpages: change.subpages ?? true,
    });
    batch.edits.push(...edits);
    for (const edit of edits) if (edit.type === 'insertPage') batch.inserted.add(edit.page.id!);
    batch.outcomes.push({ object: 'created_page', ...(change.ref ? { ref: change.ref } : {}), page: id });
  }

  private async planRevert(batch: ChangeBatch, change: RevertPageChange, at: string): Promise<void> {
    const { organizationId, spaceId } = batch.branch;
    const target =
      change.revision === undefined
        ? await batch.branch.base()
        : await this.revisions.findIn(organizationId, spaceId, change.revision);
    if (!target) throw new BadRequest(`${at}.revision: this space has no revision ${change.revision}.`);
    const page = change.page;
    const plan = await this.reverts.plan({
      organizationId,
      page,
      from: batch.base.snapshot,
      to: target.snapshot,
      blocks: change.block,
      at,
    });
    batch.edits.push(...plan.edits);
    batch.outcomes.push(plan.restores ? { object: 'created_page', page } : { object: 'updated_page', page });
  }

  private readCover(batch: ChangeBatch, { cover }: PageFieldsInput, at: string): { cover?: Json } {
    if (cover === undefined) return {};
    if (cover === null) return { cover: null };
    const { ref, refDark, yPos = 0, height } = cover;
    const pictures = [ref, ...(refDark ? [refDark] : [])];
    if (pictures.some(({ kind }) => kind !== 'file' && kind !== 'url'))
      throw new BadRequest(`${at}: a picture is a file of the space or an address.`);
    const [light, dark] = pictures.map((picture) => batch.names.resolve(picture, at));
    const value = { ref: light, refDark: dark, yPos, height };
    return { cover: withoutUndefined(value) as unknown as Json };
  }

  /** @param before the page whose target it replaces, which stays allowed. */
  private async readTarget(
    batch: ChangeBatch,
    change: InsertPageChange | UpdatePageChange,
    before: LocatedPage | null,
    at: string,
  ): Promise<ContentRef> {
    if (!change.target || !TARGET_KINDS.includes(change.target.kind))
      throw new BadRequest(
        `${at} must be a content reference; its kind is one of ${TARGET_KINDS.join(', ')}.`,
      );
    const target = batch.names.resolve(change.target, at);
    await this.references.check(batch.scope, [target], before?.target ? [before.target] : [], at);
    return target;
  }

  /** The id of a page that exists in the base or was inserted by an earlier change, and was not deleted by one. */
  private async existing(batch: ChangeBatch, value: string, at: string): Promise<string> {
    const id = batch.names.pageId(value, at);
    if (batch.deleted.has(id)) throw new BadRequest(`${at}: an earlier change deletes the page ${value}.`);
    if (batch.inserted.has(id) || (await this.documents.locate(batch, id))) return id;
    throw new BadRequest(`${at}: there is no page ${value}${id === value ? '' : ' yet'}.`);
  }
}
