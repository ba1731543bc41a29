export { describeExpressionError, ExpressionError, type ExpressionProblem } from './expression.errors.js';
export { type Expression, EXPRESSION_LIMITS, type Scope } from './expression.types.js';
export { parseExpression } from './parse-expression.js';
export { isConditionMet, requireCondition } from './conditions.js';
export { evaluate, evaluateBoolean } from './evaluate.js';
export { isDeterministic, requireBoolean, type Shape } from './static-checks.js';
export {
  documentScope,
  type DocumentScope,
  type EvaluationMode,
  evaluateDocument,
} from './evaluate-document.js';
