import { Injectable } from '@nestjs/common';
import { InstallationSecrets, sign } from '#modules/storage/index.js';
import { timingSafeEqual } from 'node:crypto';

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

/**
 * Signed identifiers of blocks that pages send back with their readers' actions, so that a component is only drawn with
 * properties that some page has.
 */
@Injectable()
export class BlockTickets {
  private key: Promise<Buffer> | undefined;

  constructor(private readonly secrets: InstallationSecrets) {}

  async write(ticket: BlockTicket): Promise<string> {
    const text = textOf(ticket);
    return `${Buffer.from(text).toString('base64url')}.${(await this.signature(text)).toString('base64url')}`;
  }

  /** Null for what was not written here. */
  async read(ticket: string): Promise<BlockTicket | null> {
    const [body = '', signature = ''] = ticket.split('.');
    const text = Buffer.from(body, 'base64url').toString('utf8');
    const given = Buffer.from(signature, 'base64url');
    const right = await this.signature(text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return JSON.parse(text) as BlockTicket;
  }

  /** The properties of a drawn block with a signature among them, for clients that send them back as they are. */
  async signedProps(ticket: BlockTicket): Promise<Record<string, unknown>> {
    return { ...ticket.props, [SIGNATURE]: (await this.signature(textOf(ticket))).toString('base64url') };
  }

  /** The properties without a signature, and whether they had one of ours for this block. */
  async readProps(ticket: BlockTicket): Promise<{ props: Record<string, unknown>; isSigned: boolean }> {
    const { [SIGNATURE]: signature, ...props } = ticket.props;
    if (typeof signature !== 'string') return { props, isSigned: false };
    const given = Buffer.from(signature, 'base64url');
    const right = await this.signature(textOf({ ...ticket, props }));
    return { props, isSigned: given.length === right.length && timingSafeEqual(given, right) };
  }

  private async signature(text: string): Promise<Buffer> {
    return sign(await (this.key ??= this.secrets.get('integration-blocks')), [text], 32);
  }
}

function textOf({ organizationId, spaceId, integration, block, props }: BlockTicket): string {
  return JSON.stringify({ organizationId, spaceId, integration, block, props });
}
