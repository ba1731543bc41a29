import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  MemberChanges,
  Members,
  OrganizationHooks,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import { NotTested, settingsHash, SsoReliance } from '#modules/saml/index.js';
import { Teams } from '#modules/teams/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { GITHUB } from '../sign-in/github.js';
import { secretContext } from '../sign-in/oidc-client.js';
import { OidcSignInsRepository } from '../sign-in/oidc-sign-ins.repository.js';
import type { CreateOidcProviderBody, UpdateOidcProviderBody } from './oidc-provider.dto.js';
import type { OidcProviderView } from './oidc-provider.presenter.js';
import {
  type OidcProvider,
  type OidcProviderChanges,
  OidcProvidersRepository,
} from './oidc-providers.repository.js';

const MAX_PROVIDERS = 20;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Identity providers of organizations that speak OpenID Connect: their administrators manage them. */
@Injectable()
export class OidcProviders {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly providers: OidcProvidersRepository,
    private readonly signIns: OidcSignInsRepository,
    private readonly members: Members,
    private readonly memberChanges: MemberChanges,
    private readonly hooks: OrganizationHooks,
    private readonly teams: Teams,
    private readonly tokens: UserTokens,
    private readonly secrets: SecretBox,
    private readonly reliance: SsoReliance,
  ) {}

  /** Administrators only, oldest first. */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<OidcProviderView>> {
    requireOrganizationAdmin(actor, organizationId);
    const found = await this.providers.list(organizationId, page);
    const views = await this.toViews(actor, organizationId, found.items);
    return mapPage(found, (provider) => views.get(provider.id) as OidcProviderView);
  }

  /** Administrators only. @throws NotFound */
  async get(actor: Actor, organizationId: string, id: string): Promise<OidcProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const provider = await this.providers.find(id);
    if (provider?.organizationId !== organizationId) throw new NotFound('OIDC provider');
    return (await this.toViews(actor, organizationId, [provider])).get(id) as OidcProviderView;
  }

  /**
   * Makes a provider, `pending` until a sign-in went well, or it is switched on after a test.
   * @throws BadRequest naming the member that cannot be.
   */
  async create(
    actor: Actor,
    organizationId: string,
    input: CreateOidcProviderBody,
  ): Promise<OidcProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const kind = input.kind ?? 'oidc';
    const enabled = input.enabled ?? true;
    const issuer = input.issuer ?? (kind === 'github' ? GITHUB : undefined);
    // One that is switched off is set up step by step: its addresses are known only once it is there.
    if (enabled && issuer === undefined)
      throw new BadRequest('issuer: give the address that the provider calls itself.');
    if (enabled && input.clientID === undefined)
      throw new BadRequest('clientID: give the client id that the provider gave.');
    const id = newId();
    const provider: OidcProvider = {
      ...{ id, organizationId, kind, label: input.label, issuer: '', clientId: '' },
      ...{ clientSecret: null, defaultTeamId: null, defaultRole: null, status: 'pending' },
      createdAt: this.clock.now(),
      ...{ enabled, testedAt: null, testedSettings: null },
      ...(await this.readInput(actor, organizationId, id, Object.assign({}, input, { issuer }))),
    };
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      if ((await this.providers.count(organizationId)) >= MAX_PROVIDERS)
        throw new BadRequest(
          `An organization has at most ${MAX_PROVIDERS} identity providers of OpenID Connect.`,
        );
      await this.providers.insert(provider);
      await this.record('oidc-provider.created', provider, { after: shown(provider) });
    });
    return this.get(actor, organizationId, id);
  }

  /**
   * Changes a provider. One that is another provider afterwards has to prove itself again, and sessions from single sign-on in the
   * organization end.
   * @param untilTested switches one that is another provider afterwards off, until a test went well.
   * @throws BadRequest naming the member that cannot be, NotFound, LastIdentityProvider, NoWayForAdministrators, NotTested.
   */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    input: UpdateOidcProviderBody,
    { untilTested = false } = {},
  ): Promise<OidcProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const changes = await this.readInput(actor, organizationId, id, input);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const before = await this.providers.find(id);
      if (before?.organizationId !== organizationId) throw new NotFound('OIDC provider');
      const isOther = isAnother(before, { ...before, ...changes });
      const enabled = input.enabled ?? (before.enabled && !(untilTested && isOther));
      if (!enabled && input.status === 'active')
        throw new Conflict('The provider is switched off: test it, and set enabled.');
      const isBegun = enabled && !before.enabled;
      const status = !enabled
        ? 'pending'
        : isBegun
          ? 'active'
          : (input.status ?? (isOther ? 'pending' : before.status));
      const after: OidcProvider = { ...before, ...changes, enabled, status };
      if (isBegun && !isTested(after)) throw new NotTested();
      const isWithdrawn = before.status === 'active' && (isOther || status === 'pending');
      if (before.status === 'active' && status === 'pending')
        await this.reliance.requireDispensable(organizationId, id, false);
      await this.providers.update(id, { ...changes, enabled, status });
      if (isOther) await this.signIns.deleteIdentities(id);
      if (isWithdrawn) await this.tokens.revokeSso(organizationId);
      await this.record('oidc-provider.updated', after, { before: shown(before), after: shown(after) });
    });
    return this.get(actor, organizationId, id);
  }

  /**
   * Deletes a provider and ends what it vouched for: sessions from single sign-on in the organization. One that is not there is fine.
   * @throws LastIdentityProvider, NoWayForAdministrators
   */
  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const provider = await this.providers.find(id);
      if (provider?.organizationId !== organizationId) return;
      if (provider.status === 'active') await this.reliance.requireDispensable(organizationId, id, true);
      await this.providers.delete(id);
      await this.tokens.revokeSso(organizationId);
      await this.record('oidc-provider.deleted', provider, { before: shown(provider) });
      if (!(await this.hooks.hasActiveIdentityProvider.some(organizationId)))
        await this.memberChanges.releaseFromSso(organizationId);
    });
  }

  /**
   * Switches a provider on that was tested as it is now.
   * @throws NotFound, NotTested
   */
  async switchOn(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const before = await this.providers.find(id);
      if (before?.organizationId !== organizationId) throw new NotFound('OIDC provider');
      if (!isTested(before)) throw new NotTested();
      const after: OidcProvider = { ...before, enabled: true, status: 'active' };
      await this.providers.update(id, { enabled: true, status: 'active' });
      await this.record('oidc-provider.updated', after, { before: shown(before), after: shown(after) });
    });
  }

  private async readInput(
    actor: Actor,
    organizationId: string,
    id: string,
    { label, issuer, clientID, clientSecret, defaultTeam, defaultRole }: UpdateOidcProviderBody,
  ): Promise<OidcProviderChanges> {
    // Of teams that the actor does not see, not even the existence is revealed.
    if (
      defaultTeam &&
      !(await this.teams.findTeamsByIds(organizationId, [defaultTeam], actor)).has(defaultTeam)
    )
      throw new BadRequest('defaultTeam: there is no such team in the organization.');
    return withoutUndefined({
      label,
      issuer: issuer === undefined ? undefined : this.readIssuer(issuer),
      clientId: clientID,
      clientSecret: clientSecret ? await this.secrets.seal(clientSecret, secretContext(id)) : clientSecret,
      defaultTeamId: defaultTeam,
      defaultRole,
    }) as OidcProviderChanges;
  }

  /** Input at an identity provider, and our secret, must be encrypted on their way. */
  private readIssuer(text: string): string {
    const { protocol, hostname, username, password, search, hash } = new URL(text);
    const mayBePlain = this.config.allowPrivateNetwork || LOOPBACK.test(hostname);
    if (protocol !== 'https:' && !mayBePlain) throw new BadRequest('issuer must be an https address.');
    if (username || password) throw new BadRequest('issuer must not hold a user name or a password.');
    if (search || hash) throw new BadRequest('issuer must be an address without a query.');
    return text.replace(/\/\.well-known\/openid-configuration$/, '');
  }

  private async toViews(
    actor: Actor,
    organizationId: string,
    providers: readonly OidcProvider[],
  ): Promise<Map<string, OidcProviderView>> {
    const ids = providers.map(({ defaultTeamId }) => defaultTeamId).filter((id) => id !== null);
    const teams = await this.teams.findTeamsByIds(organizationId, ids, actor);
    return new Map(
      providers.map((provider) => [
        provider.id,
        { provider, defaultTeam: teams.get(provider.defaultTeamId ?? '') },
      ]),
    );
  }

  private async record(
    action: 'oidc-provider.created' | 'oidc-provider.updated' | 'oidc-provider.deleted',
    { organizationId, id, label }: OidcProvider,
    states: { before?: object; after?: object },
  ): Promise<void> {
    const target = { type: 'oidc-provider', id, label };
    await this.audit.record({ organizationId, action, target, ...states });
  }
}

/** True when another party could now vouch for people. Another client may give people other subjects. */
function isAnother(before: OidcProvider, after: OidcProvider): boolean {
  return before.issuer !== after.issuer || before.clientId !== after.clientId;
}

/** True when a test went well with the settings that the provider has. */
export function isTested(provider: OidcProvider): boolean {
  return provider.testedSettings?.equals(testedSettingsOf(provider)) ?? false;
}

/** Hash of the settings that a test proves. A secret that is stored again is another one. */
export function testedSettingsOf({ kind, issuer, clientId, clientSecret }: OidcProvider): Buffer {
  return settingsHash([kind, issuer, clientId, clientSecret?.toString('base64') ?? '']);
}

/** Members of a provider that the audit log may show: of the secret, only that there is one. */
function shown({ label, kind, issuer, clientId, clientSecret, ...provider }: OidcProvider): object {
  const { defaultTeamId, defaultRole, enabled, status } = provider;
  const hasClientSecret = clientSecret !== null;
  return { label, kind, issuer, clientId, hasClientSecret, defaultTeamId, defaultRole, enabled, status };
}
