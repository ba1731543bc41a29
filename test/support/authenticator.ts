import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** Deviations of an authenticator and its browser from what is right. */
export interface Deviation {
  origin?: string;
  host?: string;
  /** Flags of the authenticator: present 1, verified 4. */
  flags?: number;
  counter?: number;
  userHandle?: string;
}

/** A passkey in software, which answers as browsers do (WebAuthn Level 2, 6.5 and 7). */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  private counter = 0;

  /** @param publicUrl address of the installation. */
  constructor(private readonly publicUrl: string) {}

  /** The answer to the options with which a passkey is made, as JSON. */
  register(options: { challenge: string }, deviation: Deviation = {}): string {
    const data = Buffer.concat([
      this.authenticatorData({ ...deviation, flags: (deviation.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY }),
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      this.publicKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, deviation),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to the options of a sign-in, as JSON. @param userId the user that the passkey was made for. */
  signIn(options: { challenge: string }, userId: string, deviation: Deviation = {}): string {
    this.counter += 1;
    const data = this.authenticatorData(deviation);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, deviation);
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return this.answer({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, clientHash]), this.key.privateKey).toString('base64url'),
      userHandle: Buffer.from(deviation.userHandle ?? userId).toString('base64url'),
    });
  }

  private authenticatorData({
    host,
    flags = PRESENT_AND_VERIFIED,
    counter = this.counter,
  }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const name = host ?? new URL(this.publicUrl).hostname;
    return Buffer.concat([createHash('sha256').update(name).digest(), Buffer.from([flags]), count]);
  }

  private clientData(type: string, challenge: string, { origin }: Deviation): string {
    const data = { type, challenge, origin: origin ?? new URL(this.publicUrl).origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  /** COSE key: EC2, ES256, P-256. */
  private publicKey(): Buffer {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }

  private answer(response: object): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    });
  }
}
