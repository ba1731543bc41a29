import type { DocumentScope } from './evaluate-document.js';
import { evaluateBoolean } from './evaluate.js';
import { ExpressionError } from './expression.errors.js';
import { parseExpression } from './parse-expression.js';
import { requireBoolean, type Shape } from './static-checks.js';

/** The shape of the scope of page conditions, as far as it is known before a visitor comes. */
const SHAPE: Readonly<Record<string, Shape>> = {
  space: { members: { vars: 'unknown' } },
  page: { members: { vars: 'unknown' } },
  visitor: { members: { claims: 'unknown' } },
};

/**
 * Checks a condition that decides which visitors see a page or a block.
 * @throws ExpressionError when the condition cannot be read, can never be true or false, or names an unknown member.
 */
export function requireCondition(source: string): void {
  requireBoolean(parseExpression(source), SHAPE);
}

/** True only for a condition that gives `true`. A condition that fails hides the content from every visitor. */
export function isConditionMet(source: string, scope: DocumentScope): boolean {
  try {
    return evaluateBoolean(parseExpression(source), { ...scope });
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
