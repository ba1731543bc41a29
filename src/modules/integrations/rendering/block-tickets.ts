import { Injectable } from '@nestjs/common';
import { InstallationSecrets } from '#modules/storage/index.js';

/** A block as it was drawn on a page. */
export interface BlockTicket {
  organizationId: string;
  spaceId: string;
  integration: string;
  block: string;
  props: Record<string, unknown>;
}

/** Member of properties that were signed, for renderers elsewhere. */
const SIGNATURE = '~signature';
const SIGNATURE_BYTES = 32;

/**
 * Signed identifiers of blocks that pages send back with their readers' actions, so that a component is only drawn with
 * properties that some page has.
 */
@Injectable()
export class BlockTickets {
  private readonly secret = this.secrets.declare('integration-blocks');

  constructor(private readonly secrets: InstallationSecrets) {}

  write(ticket: BlockTicket): string {
    const text = textOf(ticket);
    return `${Buffer.from(text).toString('base64url')}.${this.signature(text)}`;
  }

  /** Null for what was not written here. */
  read(ticket: string): BlockTicket | null {
    const [body = '', signature = ''] = ticket.split('.');
    const text = Buffer.from(body, 'base64url').toString('utf8');
    return this.isSigned(text, signature) ? (JSON.parse(text) as BlockTicket) : null;
  }

  /** The properties of a drawn block with a signature among them, for clients that send them back as they are. */
  signedProps(ticket: BlockTicket): Record<string, unknown> {
    return { ...ticket.props, [SIGNATURE]: this.signature(textOf(ticket)) };
  }

  /** The properties without a signature, and whether they had one of ours for this block. */
  readProps(ticket: BlockTicket): { props: Record<string, unknown>; isSigned: boolean } {
    const { [SIGNATURE]: signature, ...props } = ticket.props;
    const isSigned = typeof signature === 'string' && this.isSigned(textOf({ ...ticket, props }), signature);
    return { props, isSigned };
  }

  private signature(text: string): string {
    return this.secret.sign([text], SIGNATURE_BYTES).toString('base64url');
  }

  private isSigned(text: string, signature: string): boolean {
    return this.secret.verify(Buffer.from(signature, 'base64url'), [text], SIGNATURE_BYTES);
  }
}

function textOf({ organizationId, spaceId, integration, block, props }: BlockTicket): string {
  return JSON.stringify({ organizationId, spaceId, integration, block, props });
}
