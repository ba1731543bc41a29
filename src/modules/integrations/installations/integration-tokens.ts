import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InstallationSecrets, SignedTokens } from '#modules/storage/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import type { Scope } from '#platform/http/scopes.js';
import type { IntegrationScope } from '../catalog/integration.values.js';

/** Whom a token is for: an installation, or the integration wherever it is installed. */
interface TokenClaims {
  kind: 'installation' | 'integration';
  /** Id of the installation or the integration. */
  id: string;
}

const SECONDS = 3600;
/** Beside what an integration asks for: it may look at itself and configure itself. What that is, the policies say. */
const OWN_SCOPES: readonly Scope[] = ['integration:read', 'integration:write'];
const NOBODY = { tokenId: '', proof: 'token', ssoOrganizationId: null, teamIds: [] } as const;

/**
 * Tokens that integrations call the API with: JWTs (HS256) for an hour. They say whose they are and no more; what that gives
 * is read with every request, so an installation that ended or was paused has no tokens from that moment on.
 */
@Injectable()
export class IntegrationTokens implements OnModuleInit {
  private readonly tokens = new SignedTokens<TokenClaims>(
    this.secrets.declare('integration-tokens'),
    'integrations',
    this.clock,
  );

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly clock: Clock,
    private readonly db: Database,
    private readonly credentials: Credentials,
    private readonly users: UserTokens,
  ) {}

  onModuleInit(): void {
    this.credentials.register(
      (token) => this.readActor(token),
      async ({ installationId }) => (installationId === undefined ? undefined : this.actAs(installationId)),
    );
  }

  /** A token that acts as the installation: with the scopes that were agreed to, where it was let in. */
  issueForInstallation(installationId: string): Promise<string> {
    return this.sign({ kind: 'installation', id: installationId });
  }

  /** A token of the integration itself: it finds its installations and makes their tokens. */
  issueForIntegration(integrationId: string): Promise<string> {
    return this.sign({ kind: 'integration', id: integrationId });
  }

  private sign(claims: TokenClaims): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return this.tokens.sign(claims, { issuedAt: now, expiresAt: now + SECONDS });
  }

  /** Null for anything but a token of ours that has not ended, of something that is there and works. */
  private async readActor(token: string): Promise<Actor | null> {
    const claims = await this.tokens.read(token);
    if (!claims) return null;
    return claims.kind === 'installation' ? this.actAs(claims.id) : this.actForAll(claims.id);
  }

  private async actAs(installationId: string): Promise<Actor | null> {
    const [row] = await this.db.lookup<{ userId: string; integrationId: string; scopes: IntegrationScope[] }>(
      `select i.user_id as "userId", n.id as "integrationId",
         array(select unnest(n.scopes) intersect select unnest(i.scopes)) as scopes
       from integration_installations i join integrations n on n.id = i.integration_id
       where i.id = $1 and i.status <> 'paused' and n.unpublished_at is null`,
      [installationId],
    );
    const actor = row && (await this.users.findActor(row.userId));
    if (!actor) return null;
    const { integrationId, scopes } = row;
    const tokenId = `installation ${installationId}`;
    return { ...actor, tokenId, scopes: [...OWN_SCOPES, ...scopes], integrationId, installationId };
  }

  private async actForAll(integrationId: string): Promise<Actor | null> {
    const [row] = await this.db.lookup<{ scopes: IntegrationScope[] }>(
      'select scopes from integrations where id = $1 and unpublished_at is null',
      [integrationId],
    );
    if (!row) return null;
    const scopes = [...OWN_SCOPES, ...row.scopes];
    const tokenId = `integration ${integrationId}`;
    return {
      ...NOBODY,
      kind: 'integration',
      userId: '',
      tokenId,
      scopes,
      memberships: new Map(),
      integrationId,
    };
  }
}
