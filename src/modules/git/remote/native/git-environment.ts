import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programPath } from '#platform/config/env.js';
import type { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { isSsh } from '../remote-address.js';
import type { Repository } from '../remote-repository.js';
import { writeCertificates } from './certificates.js';
import { SocksProxy } from './socks-proxy.js';
import { writeSshFiles } from './ssh-files.js';

/** Findings of Git's check of objects that do no harm here: nothing is ever checked out. */
const HARMLESS =
  'hasDot hasDotdot hasDotgit fullPathname emptyName zeroPaddedFilemode badFilemode nullSha1 largePathname badTimezone badDate badDateOverflow zeroPaddedDate badEmail badName missingEmail missingNameBeforeEmail missingSpaceBeforeDate missingSpaceBeforeEmail multipleAuthors missingTaggerEntry badTagName gitmodulesMissing gitmodulesBlob gitmodulesLarge gitmodulesName gitmodulesParse gitmodulesPath gitmodulesSymlink gitmodulesUpdate gitmodulesUrl gitattributesBlob gitattributesLarge gitattributesLineLength gitattributesMissing gitattributesSymlink gitignoreSymlink mailmapSymlink nulInCommit extraHeaderEntry';

/** A program that Git asks for a user name or a password: it answers for one server, whoever redirects to another. */
const ASKPASS = `#!/bin/sh
case "$1" in
"Username for '$BINDERY_GIT_ORIGIN': "*) printf '%s\\n' "$BINDERY_GIT_USERNAME" ;;
"Password for '$BINDERY_GIT_SCHEME"*"@$BINDERY_GIT_HOST': "*) printf '%s\\n' "$BINDERY_GIT_PASSWORD" ;;
*) exit 1 ;;
esac
`;

export interface GitEnvironment {
  env: Record<string, string>;
  /** The way over HTTP; undefined over SSH. */
  proxy: SocksProxy | undefined;
  /** Must not be in any message. */
  secrets: readonly string[];
  close(): void;
}

/**
 * Prepares all that Git reads beside a repository, in an empty folder that is to be removed afterwards. Nothing of the machine's or a
 * user's own settings counts.
 * @throws RemoteProblem for a server that may not be connected to, or whose key is not known.
 */
export async function gitEnvironment(
  repository: Repository,
  folder: string,
  http: GuardedFetch,
  allowHttp: boolean,
): Promise<GitEnvironment> {
  const overSsh = isSsh(repository.url);
  const ssh = overSsh ? await writeSshFiles(repository, folder, http) : {};
  const proxy = overSsh ? undefined : await SocksProxy.start(http);
  try {
    await mkdir(join(folder, 'home'), { mode: 0o700 });
    const certificates = join(folder, 'authorities.pem');
    if (!overSsh) await writeCertificates(certificates);
    await writeFile(join(folder, 'askpass'), ASKPASS, { mode: 0o700 });
    const settings = { ...settingsOf(allowHttp), ...(proxy ? httpSettings(proxy.url, certificates) : {}) };
    await writeFile(join(folder, 'home', '.gitconfig'), settingsFile(settings), { mode: 0o600 });
  } catch (error) {
    proxy?.close();
    throw error;
  }
  const { credentials } = repository;
  const env = {
    PATH: programPath(),
    HOME: join(folder, 'home'),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ASKPASS: join(folder, 'askpass'),
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_SSH_COMMAND: 'false',
    ...(credentials ? credentialsOf(repository.url, credentials) : {}),
    ...ssh,
  };
  const secrets = [credentials?.password ?? '', encodeURIComponent(credentials?.password ?? '')];
  return { env, proxy, secrets, close: () => proxy?.close() };
}

function settingsOf(allowHttp: boolean): Record<string, string> {
  const harmless = HARMLESS.split(' ').map((name): [string, string] => [`fetch.fsck.${name}`, 'ignore']);
  return {
    ...Object.fromEntries(harmless),
    'safe.directory': '*',
    'protocol.allow': 'never',
    'protocol.https.allow': 'always',
    'protocol.ssh.allow': 'always',
    'protocol.http.allow': allowHttp ? 'always' : 'never',
    'protocol.version': '2',
    'core.hooksPath': '/dev/null',
    'core.symlinks': 'false',
    'core.fsmonitor': 'false',
    'core.packedGitWindowSize': '32m',
    'core.packedGitLimit': '256m',
    'core.bigFileThreshold': '64m',
    'credential.helper': '',
    'transfer.fsckObjects': 'true',
    'fetch.recurseSubmodules': 'false',
    'fetch.unpackLimit': '1',
    'fastimport.unpackLimit': '1',
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'pack.threads': '2',
    'pack.windowMemory': '64m',
    'push.recurseSubmodules': 'no',
    'submodule.recurse': 'false',
  };
}

function httpSettings(proxy: string, certificates: string): Record<string, string> {
  return {
    'http.proxy': proxy,
    'http.sslCAInfo': certificates,
    // Repositories that were renamed redirect; the way to the new place is checked as well.
    'http.followRedirects': 'initial',
    'http.lowSpeedLimit': '1',
    'http.lowSpeedTime': '60',
  };
}

function settingsFile(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      const dot = name.lastIndexOf('.');
      const [section = '', ...rest] = name.slice(0, dot).split('.');
      const sub = rest.length > 0 ? ` "${rest.join('.')}"` : '';
      return `[${section}${sub}]\n\t${name.slice(dot + 1)} = "${value.replace(/["\\]/g, String.raw`\$&`)}"\n`;
    })
    .join('');
}

function credentialsOf(address: string, credentials: { username: string; password: string }) {
  const { protocol, host } = new URL(address);
  return {
    BINDERY_GIT_ORIGIN: `${protocol}//${host}`,
    BINDERY_GIT_SCHEME: `${protocol}//`,
    BINDERY_GIT_HOST: host,
    BINDERY_GIT_USERNAME: credentials.username.replaceAll('\0', ''),
    BINDERY_GIT_PASSWORD: credentials.password.replaceAll('\0', ''),
  };
}
