import { DomainError } from '#platform/http/errors.js';

/** The word by which a SCIM client tells errors apart (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal that SCIM has a word for: 409 for `uniqueness`, 400 for all others. */
export class ScimError extends DomainError {
  constructor(
    readonly scimType: ScimType,
    message: string,
  ) {
    super(scimType === 'uniqueness' ? 409 : 400, message);
  }
}
