export type ExpressionProblem = 'syntax' | 'unsupported' | 'limit' | 'type';

/**
 * The one error of this module: the text is no expression, it uses something that is not offered, it is too large or
 * takes too long, or a value is of the wrong type.
 */
export class ExpressionError extends Error {
  constructor(
    readonly problem: ExpressionProblem,
    message: string,
    /** Where in the text, counted from 0; absent when it is about the whole. */
    readonly position?: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

/** What is wrong, in a sentence that names the place. */
export function describeExpressionError({ message, position }: ExpressionError): string {
  return position === undefined ? `${message}.` : `${message} (at character ${position + 1}).`;
}
