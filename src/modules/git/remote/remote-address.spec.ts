import { describe, expect, it } from 'vitest';
import { credentialsOf } from './provider-credentials.js';
import { parseAddress, sshAddressOf } from './remote-address.js';

const rules = { allowHttp: false, allowSsh: true };

describe('addresses of repositories', () => {
  it.each([
    ['https://example.com/a.git', { url: 'https://example.com/a.git' }],
    [
      'https://me:p%40ss@EXAMPLE.com/a.git#x',
      { url: 'https://example.com/a.git', credentials: { username: 'me', password: 'p@ss' } },
    ],
    ['ssh://git@example.com/a/b.git', { url: 'ssh://git@example.com/a/b.git' }],
    ['git@example.com:a/b.git', { url: 'git@example.com:a/b.git' }],
  ])('accepts %s', (address, repository) => {
    expect(parseAddress(address, rules)).toEqual(repository);
  });

  it.each([
    'http://example.com/a.git',
    'file:///etc',
    'ext::sh -c id',
    '/etc',
    'example.com/a.git',
    'ssh://example.com/a.git',
    'ssh://git:secret@example.com/a.git',
    'ssh://-oProxyCommand=id@example.com/a.git',
    'ssh://git@-oProxyCommand=id/a.git',
    '-oProxyCommand=id@example.com:a.git',
    'git@example.com:-a.git',
    'git@example.com:a.git\nHost *',
    "git@example.com:a';id;'.git",
    'git@example.com:a`id`.git',
    'ssh://git@example.com',
  ])('refuses %s', (address) => {
    expect(() => parseAddress(address, rules)).toThrow(/^url must be the/);
  });

  it('takes addresses for SSH only where they may be asked', () => {
    const without = { allowHttp: false, allowSsh: false };
    for (const address of ['ssh://git@example.com/a.git', 'git@example.com:a.git'])
      expect(() => parseAddress(address, without)).toThrow(/^url must be the https:/);
    expect(sshAddressOf('ssh://git@[::1]:2222/a.git')).toEqual({ user: 'git', host: '::1', port: 2222 });
    expect(sshAddressOf('git@example.com:a.git')).toEqual({ user: 'git', host: 'example.com', port: 22 });
  });

  it('knows with which user names hosts take tokens', () => {
    expect(credentialsOf('github', 't')).toEqual({ username: 'x-access-token', password: 't' });
    expect(credentialsOf('gitlab', 't')).toEqual({ username: 'oauth2', password: 't' });
    expect(credentialsOf('bitbucket', 't')).toEqual({ username: 'x-token-auth', password: 't' });
    expect(credentialsOf('other', 't', 'me')).toEqual({ username: 'me', password: 't' });
  });
});
