import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FetchFailed, type GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { sshAddressOf } from '../remote-address.js';
import { RemoteProblem } from '../remote-problem.js';
import type { Repository } from '../remote-repository.js';

const CONNECT_MS = 15_000;

/**
 * Writes what the client of SSH reads: the key for the repository, the key of its host, and the host's network address, which was
 * checked. A name that leads elsewhere by the time of the connection changes nothing.
 * @returns the environment that makes Git use it.
 */
export async function writeSshFiles(
  { url, ssh }: Repository,
  folder: string,
  http: GuardedFetch,
): Promise<Record<string, string>> {
  if (!ssh) throw new RemoteProblem('no-access', 'The repository is opened by a key; make one first.');
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, ssh.privateKey, { mode: 0o600 });
  const config = await writeSshConfig(url, folder, http, {
    hostKey: ssh.hostKey,
    more: [`IdentityFile ${quoted(keyFile)}`, 'StrictHostKeyChecking yes'],
  });
  return { GIT_SSH_COMMAND: `ssh -F '${config}'`, GIT_SSH_VARIANT: 'ssh' };
}

/** @returns path of the settings for the client. */
export async function writeSshConfig(
  url: string,
  folder: string,
  http: GuardedFetch,
  { hostKey, more }: { hostKey?: string; more: readonly string[] },
): Promise<string> {
  const { user, host, port } = sshAddressOf(url);
  const [known, config] = [join(folder, 'known_hosts'), join(folder, 'ssh_config')];
  await writeFile(known, hostKey === undefined ? '' : `${host} ${plainKey(hostKey)}\n`, { mode: 0o600 });
  const lines = [
    'Host *',
    `HostName ${await addressOf(host, port, http)}`,
    `HostKeyAlias ${host}`,
    `User ${user}`,
    `Port ${port}`,
    `UserKnownHostsFile ${quoted(known)}`,
    'GlobalKnownHostsFile /dev/null',
    'CheckHostIP no',
    'HashKnownHosts no',
    'UpdateHostKeys no',
    'VerifyHostKeyDNS no',
    'IdentitiesOnly yes',
    'IdentityAgent none',
    'BatchMode yes',
    'PreferredAuthentications publickey',
    'ForwardAgent no',
    'ClearAllForwardings yes',
    'PermitLocalCommand no',
    'ProxyCommand none',
    'ControlMaster no',
    'ControlPath none',
    'ConnectTimeout 15',
    'ServerAliveInterval 15',
    'ServerAliveCountMax 4',
    'LogLevel ERROR',
    ...more,
  ];
  await writeFile(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  return config;
}

/** The network address of a host that may be connected to, and answers. */
async function addressOf(host: string, port: number, http: GuardedFetch): Promise<string> {
  try {
    const socket = await http.connect(host, port, { timeoutMs: CONNECT_MS });
    const address = socket.remoteAddress ?? host;
    socket.destroy();
    return address;
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    const code = error.reason === 'address' ? 'address' : 'unreachable';
    throw new RemoteProblem(code, `The repository cannot be reached: ${error.message}.`);
  }
}

/** A key's type and base64, and nothing that could be read as more. */
function plainKey(key: string): string {
  const found = /^([\w@.-]+) ([\w+/=]+)$/.exec(key.trim());
  if (!found)
    throw new RemoteProblem('host-key', 'The stored key of the server cannot be read; accept it again.');
  return found[0];
}

function quoted(path: string): string {
  return `"${path}"`;
}
