import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** The hook by which the audit log informs the module that delivers its streams. */
@Injectable()
export class AuditHooks {
  /** Runs in the transaction of an entry that streams wait for. */
  readonly streamed = new Hook<[organizationId: string, streamIds: readonly string[]]>();
}
