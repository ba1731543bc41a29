export type ExpressionProblem = 'syntax' | 'unsupported' | 'limit' | 'type';

/**
 * The one error of this module: the text is not an expression, uses an unknown name or operator, is too large or takes
 * too many steps, or a value has the wrong type.
 */
export class ExpressionError extends Error {
  constructor(
    readonly problem: ExpressionProblem,
    message: string,
    /** Position in the text, counted from 0; absent when the error concerns the whole text. */
    readonly position?: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

/** Returns the problem as a sentence that names the position. */
export function describeExpressionError({ message, position }: ExpressionError): string {
  return position === undefined ? `${message}.` : `${message} (at character ${position + 1}).`;
}
