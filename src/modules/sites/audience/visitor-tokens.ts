import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { Clock } from '#platform/clock/clock.js';

/** A token that does not fit into a cookie would be asked for again on every page. */
export const MAX_TOKEN_LENGTH = 3800;
/** Seconds by which clocks may differ. */
const CLOCK_SKEW = 60;

/** The rule that a token breaks. */
export type TokenFault =
  'length' | 'form' | 'algorithm' | 'signature' | 'no-end' | 'not-yet' | 'from-future' | 'claim';

/** Claims of a token, or the reason why it is refused. */
export type ReadToken =
  | { kind: 'valid'; claims: JWTPayload; expiresAt: Date }
  | { kind: 'expired' }
  | { kind: 'invalid'; fault: TokenFault };

/** Reads and signs JWTs as an organization's own sign-in gives them to its visitors: HS256 with the site's key, and an end. */
@Injectable()
export class VisitorTokens {
  /** Valid tokens by key and token. After a token was valid once, only time can invalidate it. */
  private readonly known = new LRUCache<string, ReadToken & { kind: 'valid' }>({ max: 1000 });

  constructor(private readonly clock: Clock) {}

  /** @param seconds for which the token is valid from now on. */
  sign(key: string, claims: Record<string, unknown>, seconds: number): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({ ...claims, iat: now, exp: now + seconds })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createSecretKey(Buffer.from(key)));
  }

  async read(key: string, token: string): Promise<ReadToken> {
    const now = this.clock.now();
    const known = this.known.get(`${key} ${token}`);
    if (known) return now < latest(known.expiresAt) ? known : { kind: 'expired' };
    if (token.length > MAX_TOKEN_LENGTH) return { kind: 'invalid', fault: 'length' };
    const read = await verify(key, token, now);
    if (read.kind === 'valid') this.known.set(`${key} ${token}`, read);
    return read;
  }
}

async function verify(key: string, token: string, now: Date): Promise<ReadToken> {
  try {
    const { payload } = await jwtVerify(token, createSecretKey(Buffer.from(key)), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_SKEW,
      currentDate: now,
    });
    const { exp = 0, iat = 0 } = payload;
    // The library leaves it open when a token was made; one from the future was not made by an honest clock.
    if (iat > now.getTime() / 1000 + CLOCK_SKEW) return { kind: 'invalid', fault: 'from-future' };
    return { kind: 'valid', claims: payload, expiresAt: new Date(Math.min(exp * 1000, MAX_TIME)) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'expired' };
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      return { kind: 'invalid', fault: faultOf(error) };
    throw error;
  }
}

function faultOf(error: Error): TokenFault {
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'form';
  if (error.claim === 'exp' && error.reason === 'missing') return 'no-end';
  return error.claim === 'nbf' && error.reason === 'check_failed' ? 'not-yet' : 'claim';
}

/** Largest time a date can hold; a token with a later end never expires. */
const MAX_TIME = 8.64e15;

function latest(expiresAt: Date): Date {
  return new Date(Math.min(expiresAt.getTime() + CLOCK_SKEW * 1000, MAX_TIME));
}
