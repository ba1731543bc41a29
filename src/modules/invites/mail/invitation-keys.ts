import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InstallationSecrets, sign } from '#modules/storage/index.js';
import { Urls } from '#platform/http/urls.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { Invitation } from './invitations.repository.js';

/**
 * The fact that a key in the address of an invitation proves. `address`: it was mailed, so its holder reads mail there.
 * `handed`: an administrator of the organization, who can see it, handed it over; it does not prove the address, and
 * counts only while the installation cannot send mail.
 */
export type KeyProof = 'address' | 'handed';

/** Keys of invitations. None is stored: they are signatures, and end when the invitation goes, is sent again or expires. */
@Injectable()
export class InvitationKeys {
  private secret: Buffer | undefined;

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly mailer: Mailer,
    private readonly urls: Urls,
  ) {}

  /** The fact that the key proves; null for an invalid key. */
  async read(invitation: Invitation, key: string): Promise<KeyProof | null> {
    if (await this.matches(invitation, 'address', key)) return 'address';
    if (!this.mailer.isEnabled && (await this.matches(invitation, 'handed', key))) return 'handed';
    return null;
  }

  /** The address for the invited person's mailbox, and for nobody else. */
  async mailedAddress(invitation: Invitation): Promise<string> {
    return this.address(invitation, await this.sign(invitation, 'address'));
  }

  /**
   * The address that administrators see. With a mail server its holder must prove the invited address by signing in;
   * without one that is impossible, and the administrator's word must do.
   */
  async shownAddress(invitation: Invitation): Promise<string> {
    return this.address(invitation, this.mailer.isEnabled ? null : await this.sign(invitation, 'handed'));
  }

  private address({ id }: Invitation, key: string | null): string {
    return this.urls.app('invites', id) + (key === null ? '' : `?key=${key}`);
  }

  private async matches(invitation: Invitation, proof: KeyProof, key: string): Promise<boolean> {
    const [wanted, given] = [Buffer.from(await this.sign(invitation, proof)), Buffer.from(key)];
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  }

  private async sign({ id, email, renewedAt }: Invitation, proof: KeyProof): Promise<string> {
    this.secret ??= await this.secrets.get('invitations');
    return sign(this.secret, [proof, id, email, renewedAt.toISOString()], 20).toString('base64url');
  }
}
