import { Injectable } from '@nestjs/common';
import { InstallationSecrets } from '#modules/storage/index.js';
import { Urls } from '#platform/http/urls.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { Invitation } from './invitations.repository.js';

/**
 * The fact that a key in the address of an invitation proves. `address`: it was mailed, so its holder reads mail there.
 * `handed`: who invites, or an administrator of the organization, saw it and handed it over; it does not prove the
 * address, and counts only while the installation cannot send mail.
 */
export type KeyProof = 'address' | 'handed';

const KEY_BYTES = 20;

/** Keys of invitations. None is stored: they are signatures, and end when the invitation goes, is sent again or expires. */
@Injectable()
export class InvitationKeys {
  private readonly secret = this.secrets.declare('invitations');

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly mailer: Mailer,
    private readonly urls: Urls,
  ) {}

  /** The fact that the key proves; null for an invalid key. */
  read(invitation: Invitation, key: string): KeyProof | null {
    if (this.matches(invitation, 'address', key)) return 'address';
    if (!this.mailer.isEnabled && this.matches(invitation, 'handed', key)) return 'handed';
    return null;
  }

  /** The address for the invited person's mailbox, and for nobody else. */
  mailedAddress(invitation: Invitation): string {
    return this.address(invitation, this.sign(invitation, 'address'));
  }

  /**
   * The address that those see who manage the invitation. With a mail server its holder must prove the invited address by
   * signing in; without one that is impossible, and the word of who invites must do.
   * @param mayHandOver false for readers whose word it is not: their address opens nothing by itself.
   */
  shownAddress(invitation: Invitation, mayHandOver: boolean): string {
    const key = this.mailer.isEnabled || !mayHandOver ? null : this.sign(invitation, 'handed');
    return this.address(invitation, key);
  }

  private address({ id }: Invitation, key: string | null): string {
    return this.urls.app('invites', id) + (key === null ? '' : `?key=${key}`);
  }

  private matches(invitation: Invitation, proof: KeyProof, key: string): boolean {
    return this.secret.verify(Buffer.from(key, 'base64url'), partsOf(invitation, proof), KEY_BYTES);
  }

  private sign(invitation: Invitation, proof: KeyProof): string {
    return this.secret.sign(partsOf(invitation, proof), KEY_BYTES).toString('base64url');
  }
}

function partsOf({ id, email, renewedAt }: Invitation, proof: KeyProof): string[] {
  return [proof, id, email, renewedAt.toISOString()];
}
