import { decodePercent } from '#platform/http/decode-percent.js';
import { BadRequest } from '#platform/http/errors.js';
import type { Repository } from './remote-repository.js';

export interface AddressRules {
  allowHttp: boolean;
  allowSsh: boolean;
}

export interface SshAddress {
  user: string;
  host: string;
  port: number;
}

/** `user@host:path`, as hosts of repositories show it. */
const SHORT_SSH = /^([\w.-]+)@([\w.-]+):(?!\/\/)(.+)$/;
const USER = /^\w[\w.-]*$/;
const HOST = /^(?:\w[\w.-]*|\[[0-9a-f:]+\])$/i;

/**
 * Takes the credentials out of an address.
 * @throws BadRequest when it is not one that may be asked.
 */
export function parseAddress(address: string, rules: AddressRules): Repository {
  if (rules.allowSsh && isSsh(address)) {
    sshAddressOf(address);
    return { url: address };
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && rules.allowHttp);
  if (!url || !isAllowed)
    throw new BadRequest(
      `url must be the https:// ${rules.allowSsh ? 'or ssh:// ' : ''}address of a Git repository.`,
    );
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  if (username === '' && password === '') return { url: url.href };
  return {
    url: url.href,
    credentials: { username: decodePercent(username), password: decodePercent(password) },
  };
}

/** Answers whether an address is asked over SSH. */
export function isSsh(address: string): boolean {
  return /^ssh:\/\//i.test(address) || SHORT_SSH.test(address);
}

/**
 * The server of an address for SSH.
 * @throws BadRequest for one with a password, or that a program could take for an option.
 */
export function sshAddressOf(address: string): SshAddress {
  const [, shortUser, shortHost, shortPath] = SHORT_SSH.exec(address) ?? [];
  if (shortUser !== undefined) return checked(shortUser, shortHost ?? '', 22, shortPath ?? '', address);
  if (!URL.canParse(address)) throw invalidSsh();
  const url = new URL(address);
  if (url.password !== '' || url.search !== '' || url.hash !== '') throw invalidSsh();
  const port = url.port === '' ? 22 : Number(url.port);
  return checked(url.username, url.hostname, port, url.pathname.replace(/^\/+/, ''), address);
}

function checked(user: string, host: string, port: number, path: string, address: string): SshAddress {
  // oxlint-disable-next-line no-control-regex -- they would end a line of a file of settings
  const isSafe = !/[\s\u0000-\u001f\u007f'"`$\\]/.test(address);
  if (!USER.test(user) || !HOST.test(host) || path === '' || path.startsWith('-') || !isSafe)
    throw invalidSsh();
  return { user, host: host.replace(/^\[|\]$/g, ''), port };
}

function invalidSsh(): BadRequest {
  return new BadRequest(
    'url must be the address of a Git repository, as in https://host/path, ssh://git@host/path or git@host:path.',
  );
}
