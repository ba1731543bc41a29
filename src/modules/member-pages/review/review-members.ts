import { Injectable } from '@nestjs/common';
import type { ChangeRequestEntity } from '#modules/change-requests/index.js';
import { type Member, Members } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { NamedMembers, withMentions, withNames } from './mentions.js';

/** Members that forms offer; others can be written by their mail address. */
const MOST = 1000;

/** The public data of a member. */
export type NamedMember = Member['user'];

export type SpellNames = (markdown: string) => Promise<string>;

/** The members whom a form can name. */
@Injectable()
export class ReviewMembers {
  constructor(private readonly members: Members) {}

  /** The members of the organization by name; the list is empty for guests, who may not read it. */
  async list(actor: Actor, organizationId: string): Promise<NamedMember[]> {
    try {
      const filter = { sort: 'joinedAt', order: 'asc' } as const;
      const { items } = await this.members.listMembers(actor, organizationId, filter, { limit: MOST });
      return items.map(({ user }) => user);
    } catch (error) {
      if (error instanceof Forbidden) return [];
      throw error;
    }
  }

  /** The member with a name or mail address. @throws BadRequest when nobody or several have it. */
  async require(actor: Actor, { organizationId }: ChangeRequestEntity, text: string): Promise<NamedMember> {
    const wanted = text.trim().toLocaleLowerCase();
    const members = await this.list(actor, organizationId);
    const found = members.filter(
      ({ displayName, email }) =>
        email.toLocaleLowerCase() === wanted || displayName.toLocaleLowerCase() === wanted,
    );
    const [one] = found;
    if (!one || wanted === '')
      throw new BadRequest(`No member has the name or mail address "${text.trim()}".`);
    if (found.length > 1)
      throw new BadRequest(`Several members are called "${text.trim()}"; give the mail address.`);
    return one;
  }

  /** Markdown with the members named by `@` as mentions. */
  async nameIn(actor: Actor, organizationId: string, markdown: string): Promise<string> {
    if (!markdown.includes('@')) return markdown;
    return withMentions(markdown, new NamedMembers(await this.list(actor, organizationId)));
  }

  /** The same Markdown as a member would type it: with `@` and the name for each mention that can be named so. */
  speller(actor: Actor, organizationId: string): SpellNames {
    let members: Promise<NamedMembers> | undefined;
    return async (markdown) => {
      if (!markdown.includes('bindery:user/')) return markdown;
      return withNames(markdown, await (members ??= this.named(actor, organizationId)));
    };
  }

  private async named(actor: Actor, organizationId: string): Promise<NamedMembers> {
    return new NamedMembers(await this.list(actor, organizationId));
  }
}
