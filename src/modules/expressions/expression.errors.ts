/** The kind of an `ExpressionError`. */
export type ExpressionProblem = 'syntax' | 'unsupported' | 'limit' | 'type';

/**
 * The only error that this module throws: the text is not an expression, it uses an unknown name or operator, it is too large
 * or takes too many steps, or a value has the wrong type.
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

/** The error as a sentence, which names the position if there is one. */
export function describeExpressionError({ message, position }: ExpressionError): string {
  return position === undefined ? `${message}.` : `${message} (at character ${position + 1}).`;
}
