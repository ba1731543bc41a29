import { type CheckedToken, MAX_TOKEN_LENGTH, type TokenFault } from '#modules/sites/index.js';

/** The result of a check of a token, in words. */
export interface TokenVerdict {
  isValid: boolean;
  /** The rule that it breaks and the way out, or until when it lets its visitor in. */
  sentence: string;
}

/** The verdict about a token in words. */
export function tokenVerdict({ read, algorithm }: CheckedToken): TokenVerdict {
  if (read.kind === 'valid')
    return {
      isValid: true,
      sentence: `It lets its visitor in until ${read.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    };
  if (read.kind === 'expired')
    return {
      isValid: false,
      sentence: 'Its end (“exp”) has passed. Sign a new one each time that a visitor signs in.',
    };
  return { isValid: false, sentence: sentenceFor(read.fault, algorithm) };
}

function sentenceFor(fault: TokenFault, algorithm: string | null): string {
  switch (fault) {
    case 'length':
      return `It is longer than ${MAX_TOKEN_LENGTH} characters, so it does not fit into a cookie. Put less into it.`;
    case 'algorithm':
      return `Its algorithm is ${algorithm ?? 'not named'}; only HS256 is taken.`;
    case 'signature':
      return 'Its signature is not of the key of this site. Compare the key that your sign-in has, character by character.';
    case 'no-end':
      return 'It has no end: put “exp” into it, the seconds since 1970 at which it ends.';
    case 'not-yet':
      return 'It does not hold yet: “nbf” is in the future. Clocks may differ by 60 seconds.';
    case 'from-future':
      return 'It was made in the future: “iat” is later than now. Clocks may differ by 60 seconds.';
    case 'claim':
      return 'One of “exp”, “nbf” and “iat” is not a number of seconds since 1970.';
    case 'form':
      return 'It is not a signed JSON Web Token: three parts of letters and digits with dots between them.';
  }
}
