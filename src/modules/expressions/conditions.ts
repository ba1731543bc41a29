import type { DocumentScope } from './evaluate-document.js';
import { evaluateBoolean } from './evaluate.js';
import { ExpressionError } from './expression.errors.js';
import { parseExpression } from './parse-expression.js';
import { requireBoolean, type Shape } from './static-checks.js';

/** What is known beforehand of the scope that conditions of pages are decided in. */
const SHAPE: Readonly<Record<string, Shape>> = {
  space: { members: { vars: 'unknown' } },
  page: { members: { vars: 'unknown' } },
  visitor: { members: { claims: 'unknown' } },
};

/**
 * Checks a condition that decides who sees something.
 * @throws ExpressionError when it cannot be read, can never be true or false, or names what is not there.
 */
export function requireCondition(source: string): void {
  requireBoolean(parseExpression(source), SHAPE);
}

/** Whether a condition lets a visitor in: only when it is true. One that fails keeps everybody out. */
export function isConditionMet(source: string, scope: DocumentScope): boolean {
  try {
    return evaluateBoolean(parseExpression(source), { ...scope });
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
