import { describeExpressionError, ExpressionError, requireCondition } from '#modules/expressions/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * A condition of a section, space or link as it is stored; null shows it to everybody.
 * @throws BadRequest when it cannot be read, or can never be true.
 */
export function requireSiteCondition(condition: string | null): string | null {
  if (condition === null) return null;
  try {
    requireCondition(condition);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new BadRequest(`condition: ${describeExpressionError(error)}`);
  }
  return condition;
}
