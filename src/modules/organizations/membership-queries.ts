import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserStandings } from '#modules/users/index.js';

/** Tells the module of users in which organizations a user is a member. */
@Injectable()
export class MembershipQueries implements OnModuleInit {
  constructor(private readonly standings: UserStandings) {}

  onModuleInit(): void {
    this.standings.memberships.register(
      ({ user, token }) => `(select json_object_agg(m.organization_id, m.role)
        from organization_members m join organizations o on o.id = m.organization_id
        where m.user_id = ${user} and not m.disabled and ${isTokenAccepted(token)})`,
    );
    this.standings.isMember.register(
      ({ user, except }) => `exists (select 1 from organization_members m
        where m.user_id = ${user}${except === undefined ? '' : ` and m.organization_id <> ${except}`})`,
    );
  }
}

/**
 * SQL that is true when the row `token` of tokens counts in the organization `o` of the membership `m`; always true without a token. A
 * token from single sign-on counts in the organization whose provider vouched for its holder. Any other counts in organizations that do
 * not require single sign-on; a token from an invitation that an administrator handed over counts in that organization alone. In
 * organizations that require single sign-on, only tokens that administrators made by hand count, as the emergency access while the
 * provider is down.
 */
export function isTokenAccepted(token: string | undefined): string {
  if (token === undefined) return 'true';
  return `case
    when ${token}.sso_organization_id <> o.id then false
    when ${token}.proof = 'saml' then true
    when o.sso or m.sso then m.role = 'admin' and ${token}.proof = 'token' and ${token}.sso_organization_id is null
    else true end`;
}
