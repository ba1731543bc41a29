import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { GitConnection } from '../../sync/git-connections.repository.js';
import type { WebhookDelivery } from './webhook-delivery.js';

/** For whoever does something about what hosts tell, beside syncs of pushes. */
@Injectable()
export class GitWebhookHooks {
  /** Called for each connection that a delivery is about, outside of a transaction. The host waits meanwhile. */
  readonly delivered = new Hook<[GitConnection, WebhookDelivery]>();
}
