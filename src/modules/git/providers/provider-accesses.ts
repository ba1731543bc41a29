import { Injectable } from '@nestjs/common';
import { ConnectionSecrets, type OpenedLink } from '../sync/connection-secrets.js';
import { placeOf, type ProviderAccess } from './provider-access.js';

/** Access to the hosts of connections. */
@Injectable()
export class ProviderAccesses {
  constructor(private readonly secrets: ConnectionSecrets) {}

  /**
   * The access to the host of a connection's repository. Tokens may end within the hour: ask anew for every piece of work.
   * @returns null where there is no API to ask: another host, an address for SSH, no token.
   * @throws RemoteProblem `no-access` where GitHub gives no token for the repository any more.
   */
  async of(connection: OpenedLink): Promise<ProviderAccess | null> {
    const place = placeOf(connection.provider, connection.url);
    const token = place && (await this.secrets.tokenOf(connection));
    if (!place || !token) return null;
    const { username } = token;
    return { ...place, token: token.token, ...(username === undefined ? {} : { username }) };
  }
}
