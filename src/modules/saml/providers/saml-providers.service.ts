import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  MemberChanges,
  Members,
  OrganizationHooks,
  requireMember,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import { Teams } from '#modules/teams/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { parseCertificates, splitCertificates } from './certificates.js';
import type { SamlProviderView } from './saml-provider.presenter.js';
import { NotTested } from '../saml.errors.js';
import { SamlSignInsRepository } from '../sign-in/saml-sign-ins.repository.js';
import {
  type SamlProvider,
  type SamlProviderChanges,
  SamlProvidersRepository,
} from './saml-providers.repository.js';
import { ServiceUrls } from './service-urls.js';
import { settingsHash } from './settings-hash.js';
import { type SsoLogin, SsoLogins } from './sso-logins.js';
import { SsoReliance } from './sso-reliance.js';
import type { CreateSamlProviderBody, UpdateSamlProviderBody } from './saml-provider.dto.js';

/** So many that nobody needs more, and few enough for a sign-in page. */
const MAX_PROVIDERS = 20;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Identity providers of organizations: their administrators manage them. */
@Injectable()
export class SamlProviders implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly providers: SamlProvidersRepository,
    private readonly members: Members,
    private readonly memberChanges: MemberChanges,
    private readonly hooks: OrganizationHooks,
    private readonly teams: Teams,
    private readonly tokens: UserTokens,
    private readonly signIns: SamlSignInsRepository,
    private readonly logins: SsoLogins,
    private readonly urls: ServiceUrls,
    private readonly reliance: SsoReliance,
  ) {}

  onModuleInit(): void {
    this.hooks.hasActiveIdentityProvider.register((organizationId, besides) =>
      this.providers.hasActive(organizationId, besides),
    );
  }

  /** Administrators only, oldest first. */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<SamlProviderView>> {
    requireOrganizationAdmin(actor, organizationId);
    const found = await this.providers.list(organizationId, page);
    const views = await this.toViews(actor, organizationId, found.items);
    return mapPage(found, (provider) => views.get(provider.id) as SamlProviderView);
  }

  /** Administrators only. @throws NotFound */
  async get(actor: Actor, organizationId: string, id: string): Promise<SamlProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const provider = await this.providers.find(id);
    if (provider?.organizationId !== organizationId) throw new NotFound('SAML provider');
    return (await this.toViews(actor, organizationId, [provider])).get(id) as SamlProviderView;
  }

  /** Ways to sign in to the organization, for every member. */
  async listLogins(actor: Actor, organizationId: string): Promise<SsoLogin[]> {
    requireMember(actor, organizationId);
    const own = await this.providers.listUsable(organizationId);
    const logins = own.map(({ id, label }) => ({ id, label, startURL: this.urls.start(id) }));
    return [...logins, ...(await this.logins.all(organizationId)).flat()];
  }

  /**
   * Makes a provider, `pending` until somebody has signed in through it.
   * @throws BadRequest naming the member that cannot be.
   */
  async create(
    actor: Actor,
    organizationId: string,
    input: CreateSamlProviderBody,
  ): Promise<SamlProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const provider: SamlProvider = {
      id: newId(),
      organizationId,
      ssoUrl: '',
      entityId: '',
      certificate: '',
      defaultTeamId: null,
      defaultRole: null,
      idpInitiated: false,
      status: 'pending',
      enabled: input.enabled ?? true,
      testedAt: null,
      testedSettings: null,
      createdAt: this.clock.now(),
      label: input.label,
      ...(await this.readInput(actor, organizationId, input)),
    };
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      if ((await this.providers.count(organizationId)) >= MAX_PROVIDERS)
        throw new BadRequest(`An organization has at most ${MAX_PROVIDERS} identity providers.`);
      await this.providers.insert(provider);
      await this.record('saml-provider.created', provider, { after: shown(provider) });
    });
    return this.get(actor, organizationId, provider.id);
  }

  /**
   * Changes a provider. One that is another provider afterwards has to prove itself again, and sessions from single
   * sign-on in the organization end.
   * @param untilTested switches one that is another provider afterwards off, until a test went well.
   * @throws BadRequest naming the member that cannot be, NotFound, LastIdentityProvider, NoWayForAdministrators, NotTested.
   */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    input: UpdateSamlProviderBody,
    { untilTested = false } = {},
  ): Promise<SamlProviderView> {
    requireOrganizationAdmin(actor, organizationId);
    const changes = await this.readInput(actor, organizationId, input);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const before = await this.providers.find(id);
      if (before?.organizationId !== organizationId) throw new NotFound('SAML provider');
      const isOther = isAnother(before, { ...before, ...changes });
      const enabled = input.enabled ?? (before.enabled && !(untilTested && isOther));
      const isBegun = enabled && !before.enabled;
      const status = isBegun ? 'active' : isOther || !enabled ? 'pending' : before.status;
      const after: SamlProvider = { ...before, ...changes, enabled, status };
      if (isBegun && !isTested(after)) throw new NotTested();
      if (before.status === 'active' && status === 'pending')
        await this.reliance.requireDispensable(organizationId, id, false);
      await this.providers.update(id, { ...changes, enabled, status });
      await this.withdrawTrust(before, after);
      await this.record('saml-provider.updated', after, { before: shown(before), after: shown(after) });
    });
    return this.get(actor, organizationId, id);
  }

  /**
   * Deletes a provider and ends what it vouched for: sessions from single sign-on in the organization. One that is not
   * there is fine.
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
      await this.record('saml-provider.deleted', provider, { before: shown(provider) });
      if (!(await this.hooks.hasActiveIdentityProvider.some(organizationId)))
        await this.memberChanges.releaseFromSso(organizationId);
    });
  }

  /** Names that one provider gave mean nothing from another, and who it vouched for has to be vouched for again. */
  private async withdrawTrust(before: SamlProvider, after: SamlProvider): Promise<void> {
    if (before.entityId !== after.entityId) await this.signIns.deleteIdentities(before.id);
    if (before.status === 'active' && after.status !== 'active')
      await this.tokens.revokeSso(before.organizationId);
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
      if (before?.organizationId !== organizationId) throw new NotFound('SAML provider');
      if (!isTested(before)) throw new NotTested();
      const after: SamlProvider = { ...before, enabled: true, status: 'active' };
      await this.providers.update(id, { enabled: true, status: 'active' });
      await this.record('saml-provider.updated', after, { before: shown(before), after: shown(after) });
    });
  }

  private async readInput(
    actor: Actor,
    organizationId: string,
    { label, entityID, ssoURL, certificate, defaultTeam, defaultRole, idpInitiated }: UpdateSamlProviderBody,
  ): Promise<SamlProviderChanges> {
    if (ssoURL !== undefined) this.requireSecure(ssoURL);
    // An actor may name any team they can see in the organization; of other teams not even the existence is revealed.
    if (
      defaultTeam &&
      !(await this.teams.findTeamsByIds(organizationId, [defaultTeam], actor)).has(defaultTeam)
    )
      throw new BadRequest('defaultTeam: there is no such team in the organization.');
    const changes: SamlProviderChanges = {
      label,
      entityId: entityID,
      ssoUrl: ssoURL,
      certificate: certificate === undefined ? undefined : parseCertificates(certificate, this.clock.now()),
      defaultTeamId: defaultTeam,
      // Only administrators come here, so that no role is above theirs.
      defaultRole,
      idpInitiated,
    };
    return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  }

  /** Input at an identity provider must be encrypted on its way. */
  private requireSecure(ssoURL: string): void {
    const { protocol, hostname, username, password } = new URL(ssoURL);
    const mayBePlain = this.config.allowPrivateNetwork || LOOPBACK.test(hostname);
    if (protocol !== 'https:' && !mayBePlain) throw new BadRequest('ssoURL must be an https address.');
    if (username || password) throw new BadRequest('ssoURL must not hold a user name or a password.');
  }

  private async toViews(
    actor: Actor,
    organizationId: string,
    providers: readonly SamlProvider[],
  ): Promise<Map<string, SamlProviderView>> {
    const ids = providers.map(({ defaultTeamId }) => defaultTeamId).filter((id) => id !== null);
    const teams = await this.teams.findTeamsByIds(organizationId, ids, actor);
    const now = this.clock.now();
    return new Map(
      providers.map((provider) => [
        provider.id,
        { provider, defaultTeam: teams.get(provider.defaultTeamId ?? ''), now },
      ]),
    );
  }

  private async record(
    action: 'saml-provider.created' | 'saml-provider.updated' | 'saml-provider.deleted',
    { organizationId, id, label }: SamlProvider,
    states: { before?: object; after?: object },
  ): Promise<void> {
    await this.audit.record({
      organizationId,
      action,
      target: { type: 'saml-provider', id, label },
      ...states,
    });
  }
}

/** True when another party could now vouch for people: an address differs, or all certificates do. Keys may rotate. */
function isAnother(before: SamlProvider, after: SamlProvider): boolean {
  const known = new Set(splitCertificates(before.certificate));
  const keepsKey = splitCertificates(after.certificate).some((block) => known.has(block));
  return before.entityId !== after.entityId || before.ssoUrl !== after.ssoUrl || !keepsKey;
}

/** True when a test went well with the settings that the provider has. */
export function isTested(provider: SamlProvider): boolean {
  return provider.testedSettings?.equals(testedSettingsOf(provider)) ?? false;
}

/** Hash of the settings that a test proves. */
export function testedSettingsOf({ entityId, ssoUrl, certificate }: SamlProvider): Buffer {
  return settingsHash([entityId, ssoUrl, certificate]);
}

/** Members of a provider that can change, all of which the audit log may show: certificates are public. */
function shown({
  id: _id,
  organizationId: _organization,
  createdAt: _createdAt,
  testedAt: _testedAt,
  testedSettings: _testedSettings,
  ...rest
}: SamlProvider): SamlProviderChanges {
  return rest;
}
