import { createHash, generateKeyPairSync, randomInt } from 'node:crypto';

const TYPE = 'ssh-ed25519';
const BLOCK = 8;

export interface DeployKey {
  /** A line to be pasted at the repository's host. */
  publicKey: string;
  /** In the format of OpenSSH, without a passphrase. */
  privateKey: string;
}

/** Makes a key pair that opens repositories over SSH. @param comment ends the public key: who has it. */
export function makeDeployKey(comment: string): DeployKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [open, secret] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  const name = comment.replace(/[^\w.@/: -]/g, '').trim();
  const line = Buffer.concat([text(TYPE), text(open)]);
  return {
    publicKey: `${TYPE} ${line.toString('base64')} ${name}`.trim(),
    privateKey: armour(line, open, secret, name),
  };
}

/** The fingerprint of a public key as `ssh-keygen -l` shows it. @param key its type and base64, and maybe more. */
export function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.trim().split(/\s+/)[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`;
}

/** The format `openssh-key-v1`, described in PROTOCOL.key of OpenSSH. */
function armour(line: Buffer, open: Buffer, secret: Buffer, comment: string): string {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(randomInt(2 ** 32));
  const parts = [check, check, text(TYPE), text(open), text(Buffer.concat([secret, open])), text(comment)];
  const used = parts.reduce((sum, part) => sum + part.length, 0);
  const padding = Buffer.from(Array.from({ length: (BLOCK - (used % BLOCK)) % BLOCK }, (_, at) => at + 1));
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    text('none'),
    text('none'),
    text(''),
    Buffer.from([0, 0, 0, 1]),
    text(line),
    text(Buffer.concat([...parts, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
