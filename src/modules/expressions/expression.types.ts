/** Longest text, deepest nesting, most steps of one evaluation, and the longest text and list it may make. */
export const EXPRESSION_LIMITS = { length: 1024, depth: 32, steps: 10_000, text: 10_000, list: 1000 };

export type Literal = string | number | boolean | null | undefined;

export const BINARY_OPERATORS = [
  ...(['==', '!=', '===', '!==', '<', '>', '<=', '>=', 'in'] as const),
  ...(['+', '-', '*', '/', '%'] as const),
] as const;
export const LOGICAL_OPERATORS = ['&&', '||', '??'] as const;
export const UNARY_OPERATORS = ['!', '-', '+'] as const;

export type BinaryOperator = (typeof BINARY_OPERATORS)[number];
export type LogicalOperator = (typeof LOGICAL_OPERATORS)[number];
export type UnaryOperator = (typeof UNARY_OPERATORS)[number];

/** A parsed expression; only the kinds of nodes in this list can be evaluated. */
export type ExpressionNode =
  | { type: 'literal'; value: Literal }
  | { type: 'name'; name: string }
  | { type: 'member'; object: ExpressionNode; property: ExpressionNode }
  | { type: 'unary'; operator: UnaryOperator; argument: ExpressionNode }
  | { type: 'binary'; operator: BinaryOperator; left: ExpressionNode; right: ExpressionNode }
  | { type: 'logical'; operator: LogicalOperator; left: ExpressionNode; right: ExpressionNode }
  | { type: 'conditional'; test: ExpressionNode; yes: ExpressionNode; no: ExpressionNode }
  | { type: 'list'; items: ExpressionNode[] }
  | { type: 'size'; argument: ExpressionNode }
  | { type: 'method'; object: ExpressionNode; method: ValueMethod; arguments: ExpressionNode[] }
  | { type: 'each'; object: ExpressionNode; method: EachMethod; parameter: string; body: ExpressionNode };

/** Methods of texts and lists that take values. */
export const VALUE_METHODS = [
  ...(['includes', 'indexOf', 'startsWith', 'endsWith', 'join', 'split', 'slice'] as const),
  ...(['toLowerCase', 'toUpperCase', 'trim'] as const),
] as const;
/** Methods of lists that take a function: `reviews.some(review => review.status == "approved")`. */
export const EACH_METHODS = ['filter', 'some', 'every', 'map', 'find'] as const;

export type ValueMethod = (typeof VALUE_METHODS)[number];
export type EachMethod = (typeof EACH_METHODS)[number];

/** A parsed expression with its text. */
export interface Expression {
  readonly source: string;
  readonly root: ExpressionNode;
}

/** The values that an expression may name. */
export type Scope = Readonly<Record<string, unknown>>;
