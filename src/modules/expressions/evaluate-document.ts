import {
  type DocumentBlock,
  type DocumentInline,
  type DocumentNode,
  type DocumentText,
  type JSONDocument,
  mapChildren,
  normalizeDocument,
} from '#modules/documents/index.js';
import { Budget } from './budget.js';
import { evaluate } from './evaluate.js';
import { ExpressionError } from './expression.errors.js';
import { type Expression, EXPRESSION_LIMITS, type Scope } from './expression.types.js';
import { plainText } from './methods.js';
import { parseExpression } from './parse-expression.js';
import { isDeterministic } from './static-checks.js';

/** `true` evaluates everything; `deterministic-only` leaves expressions that depend on the visitor as they are. */
export type EvaluationMode = true | 'deterministic-only';

/** The values that the expressions of a page can name. */
export interface DocumentScope {
  space: { vars: Record<string, unknown> };
  page: { vars: Record<string, unknown> };
  visitor: { claims: Record<string, unknown> };
}

/** Steps that all expressions of a document may take together. */
const DOCUMENT_STEPS = 100 * EXPRESSION_LIMITS.steps;

/** Returns the scope of a page: its variables, the variables of its space, and the claims of the visitor. */
export function documentScope(variables: {
  space?: Record<string, unknown>;
  page?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}): DocumentScope {
  const { space = {}, page = {}, claims = {} } = variables;
  return { space: { vars: space }, page: { vars: page }, visitor: { claims } };
}

/**
 * Evaluates a document: values replace expressions, the blocks of an `if` that is true replace the `if`, and other `if`
 * blocks are removed. A value that is undefined becomes an empty text. An expression that fails is shown as it was
 * written, and a condition that fails is false.
 * @returns the same object when there is nothing to evaluate.
 */
export function evaluateDocument(
  document: JSONDocument,
  scope: DocumentScope,
  mode: EvaluationMode,
): JSONDocument {
  const nodes = new Evaluator({ ...scope }, mode).nodes(document.nodes);
  // Containers without blocks get an empty one again, and neighbouring texts are joined.
  return nodes === document.nodes ? document : normalizeDocument({ ...document, nodes });
}

/** The outcome of one expression. */
type Outcome = { kind: 'value'; value: unknown } | { kind: 'failed' } | { kind: 'later' };

class Evaluator {
  private readonly budget = new Budget(DOCUMENT_STEPS);
  private readonly outcomes = new Map<string, Outcome>();

  constructor(
    private readonly scope: Scope,
    private readonly mode: EvaluationMode,
  ) {}

  /** The same array when nothing changed. */
  nodes<T extends DocumentNode>(nodes: T[]): T[] {
    const after = nodes.flatMap((node) => this.node(node) as T[]);
    return after.length === nodes.length && after.every((node, index) => node === nodes[index])
      ? nodes
      : after;
  }

  private node(node: DocumentNode): DocumentNode[] {
    if (node.object === 'text') return [node];
    if (node.object === 'block' && node.type === 'if') return this.condition(node);
    if (node.object === 'inline' && node.type === 'expression') return [this.expression(node)];
    return [mapChildren(node, (nodes) => this.nodes(nodes))];
  }

  private condition(block: DocumentBlock): DocumentNode[] {
    const outcome = this.outcome(block.data['expression']);
    if (outcome.kind === 'value') return outcome.value ? this.nodes(block.nodes ?? []) : [];
    if (outcome.kind === 'failed') return [];
    const nodes = this.nodes(block.nodes ?? []);
    return [nodes === block.nodes ? block : { ...block, nodes }];
  }

  private expression(inline: DocumentInline): DocumentNode {
    // Raw source without a node in the model is kept as it is: it holds no expression.
    if (typeof inline.data['raw'] === 'string') return inline;
    const outcome = this.outcome(inline.data['expression']);
    if (outcome.kind === 'value') return textNode(asText(outcome.value));
    return outcome.kind === 'failed' ? textNode(asText(inline.data['expression'])) : inline;
  }

  private outcome(source: unknown): Outcome {
    if (typeof source !== 'string') return { kind: 'failed' };
    const known = this.outcomes.get(source);
    if (known) return known;
    const outcome = this.compute(source);
    this.outcomes.set(source, outcome);
    return outcome;
  }

  private compute(source: string): Outcome {
    const expression = parseOrNull(source);
    if (this.mode !== true && !(expression && isDeterministic(expression))) return { kind: 'later' };
    if (!expression || this.budget.isSpent) return { kind: 'failed' };
    try {
      return { kind: 'value', value: this.budget.part((budget) => evaluate(expression, this.scope, budget)) };
    } catch (error) {
      if (error instanceof ExpressionError) return { kind: 'failed' };
      throw error;
    }
  }
}

function parseOrNull(source: string): Expression | null {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Returns a value as text; the texts of a list follow each other. */
function asText(value: unknown): string {
  const words = Array.isArray(value) ? value.map(plainText) : [plainText(value)];
  return words
    .filter((word) => word !== '')
    .join(', ')
    .slice(0, EXPRESSION_LIMITS.text);
}

function textNode(text: string): DocumentText {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}
