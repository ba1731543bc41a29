import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/**
 * Functions that tell whether an account gives more than an organization has to give: administrators of an organization make no way in
 * for such an account, and end none of its sessions. Modules that give such rights register here.
 */
@Injectable()
export class ProtectedAccounts extends Hook<[userId: string], boolean> {}
