import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** Modules that store ids of revisions say so here; autosaves that were continued, and that none of them knows, are removed. */
@Injectable()
export class RevisionReferences {
  /** Answers which of the revisions rows of the module refer to. */
  readonly find = new Hook<[organizationId: string, revisionIds: string[]], string[]>();
}
