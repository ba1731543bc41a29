import { readFile, writeFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { extraCertificates } from '#platform/config/env.js';

/**
 * Writes the authorities that Node.js itself trusts to a file: Git then trusts the same servers, and needs no list of the system.
 */
export async function writeCertificates(file: string): Promise<void> {
  const extra = extraCertificates();
  const more = extra ? await readFile(extra, 'utf8').catch(() => '') : '';
  await writeFile(file, `${rootCertificates.join('\n')}\n${more}\n`, { mode: 0o600 });
}
