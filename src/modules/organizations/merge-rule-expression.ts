import {
  describeExpressionError,
  ExpressionError,
  parseExpression,
  requireBoolean,
  type Shape,
} from '#modules/expressions/index.js';

const user: Shape = { members: { id: 'text', displayName: 'text', email: 'text' } };

/**
 * Names that a custom rule can use, as the API shows these resources; only the description of the change request is
 * plain text instead of a document. Other members are allowed, their values are just not known beforehand.
 */
const SCOPE: Readonly<Record<string, Shape>> = {
  space: {
    members: {
      id: 'text',
      title: 'text',
      editMode: 'text',
      comments: 'number',
      changeRequestsOpen: 'number',
    },
  },
  changeRequest: {
    members: {
      id: 'text',
      number: 'number',
      status: 'text',
      subject: 'text',
      description: 'text',
      outdated: 'boolean',
      comments: 'number',
      createdBy: user,
    },
  },
  reviews: {
    items: {
      members: { id: 'text', status: 'text', outdated: 'boolean', reviewer: user, requestedBy: user },
    },
  },
  actor: user,
};

/** The problem with the expression of a custom rule, and its place; null for one that decides. */
export function problemOfRuleExpression(source: unknown): string | null {
  if (typeof source !== 'string') return null;
  try {
    requireBoolean(parseExpression(source), SCOPE);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `$property: ${describeExpressionError(error).replace(/\.$/, '')}`;
  }
}
