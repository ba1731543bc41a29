import { beforeEach, describe, expect, it } from 'vitest';
import { Config } from '#platform/config/env.js';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';
import { InstallationSecret } from './installation-secret.js';
import { SignedUrls } from './signed-urls.js';

class SetClock extends Clock {
  time = new Date('2026-03-01T23:59:00Z');
  override now(): Date {
    return this.time;
  }
}

const file = {
  organizationId: 'org1',
  blob: 'ab'.repeat(32),
  contentType: 'image/png',
  name: 'Ünder construction.png',
};

describe('SignedUrls', () => {
  let clock: SetClock;
  let signer: SignedUrls;
  const make = async (secret: string) => {
    const secrets = { declare: () => new InstallationSecret('files').load(Buffer.from(secret)) } as never;
    const made = new SignedUrls(
      secrets,
      new Urls({ publicUrl: 'https://docs.example.com/app' } as Config),
      clock,
    );
    return made;
  };
  const split = (url: string) => {
    const [token, name] = url.split('/').slice(-2) as [string, string];
    return { token, name: decodeURIComponent(name) };
  };

  beforeEach(async () => {
    clock = new SetClock();
    signer = await make('one');
  });

  it('signs an address that carries the file and its name', () => {
    const url = signer.sign(file);
    expect(url).toMatch(
      /^https:\/\/docs\.example\.com\/app\/~files\/[\w-]+\/%C3%9Cnder%20construction\.png$/,
    );
    const { token, name } = split(url);
    expect(signer.verify(token, name)).toEqual({ ...file, secondsLeft: 7 * 86_400 + 60 });
  });

  it('signs the same address all day, which expires after a week', () => {
    const url = signer.sign(file);
    const { token, name } = split(url);
    clock.time = new Date('2026-03-01T00:00:00Z');
    expect(signer.sign(file)).toBe(url);
    clock.time = new Date('2026-03-02T00:00:00Z');
    expect(signer.sign(file)).not.toBe(url);
    clock.time = new Date('2026-03-08T23:59:58Z');
    expect(signer.verify(token, name)?.secondsLeft).toBe(2);
    clock.time = new Date('2026-03-09T00:00:00Z');
    expect(signer.verify(token, name)).toBeNull();
  });

  it('refuses an address that was altered or signed elsewhere', async () => {
    const { token, name } = split(signer.sign(file));
    expect(signer.verify(token, 'other.png')).toBeNull();
    expect(signer.verify('', name)).toBeNull();
    expect(signer.verify('AAAA', name)).toBeNull();
    const bytes = Buffer.from(token, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const altered = Buffer.from(bytes);
      altered[index]! ^= 1;
      expect(signer.verify(altered.toString('base64url'), name)).toBeNull();
    }
    expect((await make('two')).verify(token, name)).toBeNull();
  });

  it('keeps a file name within one segment of the path', () => {
    expect(split(signer.sign({ ...file, name: '../../x.png' })).name).toBe('.._.._x.png');
    expect(split(signer.sign({ ...file, name: '..' })).name).toBe('file..');
    expect(split(signer.sign({ ...file, name: 'a\ud800.png' })).name).toBe('a_.png');
  });
});
