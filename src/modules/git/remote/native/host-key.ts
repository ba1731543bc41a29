import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '#platform/archive/archive.js';
import { programPath } from '#platform/config/env.js';
import type { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { fingerprintOf } from '../deploy-key.js';
import { sshAddressOf } from '../remote-address.js';
import { RemoteProblem } from '../remote-problem.js';
import { GitProcess } from './git-process.js';
import { writeSshConfig } from './ssh-files.js';

const TIMEOUT_MS = 30_000;

export interface HostKey {
  /** Its type and base64. */
  key: string;
  fingerprint: string;
}

/**
 * Asks a server for its key, to be accepted by somebody who compares the fingerprint. Nothing else is done there.
 * @throws RemoteProblem for a server that cannot be reached.
 */
export function readHostKey(address: string, http: GuardedFetch): Promise<HostKey> {
  return withTemporaryFolder(async (folder) => {
    const more = ['StrictHostKeyChecking accept-new', 'IdentityFile none'];
    const config = await writeSshConfig(address, folder, http, { more });
    const ssh = new GitProcess('ssh', { PATH: programPath(), HOME: folder, LC_ALL: 'C' });
    const { host } = sshAddressOf(address);
    await ssh.run(folder, { args: ['-F', config, '-T', host, 'true'], timeoutMs: TIMEOUT_MS });
    const [line = ''] = (await readFile(join(folder, 'known_hosts'), 'utf8')).split('\n');
    const key = line.split(' ').slice(1, 3).join(' ');
    if (key === '')
      throw new RemoteProblem('unreachable', 'The server cannot be reached over SSH, or shows no key.');
    return { key, fingerprint: fingerprintOf(key) };
  });
}
