import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/clock/clock.js';
import type { InstallationSecret } from './installation-secret.js';

/** Times of a token, in seconds since 1970. */
interface TokenTimes {
  issuedAt: number;
  expiresAt: number;
}

/** JSON Web Tokens (HS256) that this installation makes for one audience, and reads again. */
export class SignedTokens<Claims extends object> {
  private key?: KeyObject;

  constructor(
    private readonly secret: InstallationSecret,
    private readonly audience: string,
    private readonly clock: Clock,
  ) {}

  sign(claims: Claims & Pick<JWTPayload, 'sub'>, { issuedAt, expiresAt }: TokenTimes): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(this.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.signingKey);
  }

  /** Null for anything but a token of this installation and audience that has not expired. */
  async read(token: string): Promise<(Claims & JWTPayload) | null> {
    // Tokens of users are no JWTs; most requests come with one of those.
    if (token.split('.').length !== 3) return null;
    try {
      const { payload } = await jwtVerify<Claims>(token, this.signingKey, {
        algorithms: ['HS256'],
        audience: this.audience,
        currentDate: this.clock.now(),
        requiredClaims: ['exp', 'iat'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  private get signingKey(): KeyObject {
    return (this.key ??= createSecretKey(this.secret.bytes));
  }
}
