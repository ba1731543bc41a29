import arrow from '@jsep-plugin/arrow';
import jsep from 'jsep';
import { ExpressionError } from './expression.errors.js';
import {
  BINARY_OPERATORS,
  EACH_METHODS,
  type Expression,
  EXPRESSION_LIMITS,
  type ExpressionNode,
  LOGICAL_OPERATORS,
  UNARY_OPERATORS,
  VALUE_METHODS,
} from './expression.types.js';

type Parsed = jsep.Expression;

jsep.plugins.register(arrow);
jsep.addBinaryOp('in', 7);
jsep.addLiteral('undefined', undefined as unknown as null);

/** The positions of the parser after each part, which its syntax tree does not contain. */
const ends = new WeakMap<object, number>();
jsep.hooks.add('after-token', function (env) {
  if (env.node) ends.set(env.node, this.index);
});

/** Names that lead from a value to its prototype or constructor. */
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Reads an expression: literals, names, members, operators, `a ? b : c`, lists, `size(…)` and a small set of methods.
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  if (source.length > EXPRESSION_LIMITS.length)
    throw new ExpressionError(
      'limit',
      `an expression has at most ${EXPRESSION_LIMITS.length} characters, not ${source.length}`,
    );
  if (source.trim() === '') throw new ExpressionError('syntax', 'the expression is empty', 0);
  return { source, root: convert(parse(source), 0) };
}

function parse(source: string): Parsed {
  try {
    return jsep(source);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const { index, description, message } = error as Error & { index?: number; description?: string };
    throw new ExpressionError('syntax', lowerFirst(description ?? message), index);
  }
}

function convert(node: Parsed, depth: number): ExpressionNode {
  if (depth > EXPRESSION_LIMITS.depth) throw tooDeep();
  const child = (part: unknown): ExpressionNode => convert(part as Parsed, depth + 1);
  switch (node.type) {
    case 'Literal':
      return { type: 'literal', value: node['value'] as string | number | boolean | null };
    case 'Identifier':
      return { type: 'name', name: allowedName(node) };
    case 'MemberExpression':
      return member(node, child);
    case 'UnaryExpression': {
      const operator = oneOf(UNARY_OPERATORS, node['operator'], node, 'the operator');
      return { type: 'unary', operator, argument: child(node['argument']) };
    }
    case 'BinaryExpression':
      return binary(node, child);
    case 'ConditionalExpression':
      return {
        type: 'conditional',
        test: child(node['test']),
        yes: child(node['consequent']),
        no: child(node['alternate']),
      };
    case 'ArrayExpression':
      return { type: 'list', items: (node['elements'] as (Parsed | null)[]).map((one) => item(one, child)) };
    case 'CallExpression':
      return call(node, child);
    default:
      throw new ExpressionError(
        'unsupported',
        PROBLEMS[node.type] ?? `${node.type} is not offered`,
        positionOf(node),
      );
  }
}

const PROBLEMS: Record<string, string> = {
  Compound: 'there is more than one expression',
  SequenceExpression: 'there is more than one expression',
  ThisExpression: '"this" is not offered',
  ArrowFunctionExpression: `functions can only be given to ${EACH_METHODS.join(', ')}`,
};

function item(node: Parsed | null, child: (part: unknown) => ExpressionNode): ExpressionNode {
  return node === null ? { type: 'literal', value: undefined } : child(node);
}

function member(node: Parsed, child: (part: unknown) => ExpressionNode): ExpressionNode {
  const property = node['property'] as Parsed;
  if (node['computed'] === true)
    return { type: 'member', object: child(node['object']), property: child(property) };
  const name = allowedName(property);
  return { type: 'member', object: child(node['object']), property: { type: 'literal', value: name } };
}

function binary(node: Parsed, child: (part: unknown) => ExpressionNode): ExpressionNode {
  const [left, right] = [child(node['left']), child(node['right'])];
  const logical = LOGICAL_OPERATORS.find((one) => one === node['operator']);
  if (logical) return { type: 'logical', operator: logical, left, right };
  const operator = oneOf(BINARY_OPERATORS, node['operator'], node, 'the operator');
  return { type: 'binary', operator, left, right };
}

function call(node: Parsed, child: (part: unknown) => ExpressionNode): ExpressionNode {
  const callee = node['callee'] as Parsed;
  const given = node['arguments'] as Parsed[];
  if (callee.type === 'Identifier' && callee['name'] === 'size') {
    if (given.length !== 1) throw new ExpressionError('syntax', 'size takes one value', positionOf(node));
    return { type: 'size', argument: child(given[0]) };
  }
  if (callee.type !== 'MemberExpression' || callee['computed'] === true)
    throw new ExpressionError(
      'unsupported',
      'the only function is size',
      positionOf(callee) ?? positionOf(node),
    );
  const name = (callee['property'] as Parsed)['name'];
  const object = child(callee['object']);
  const each = EACH_METHODS.find((one) => one === name);
  if (each) return { type: 'each', object, method: each, ...oneParameter(given, each, node, child) };
  const method = oneOf(VALUE_METHODS, name, node, 'the method');
  return { type: 'method', object, method, arguments: given.map(child) };
}

function oneParameter(
  given: Parsed[],
  method: string,
  node: Parsed,
  child: (part: unknown) => ExpressionNode,
): { parameter: string; body: ExpressionNode } {
  const [only] = given;
  const parameters = (only?.['params'] ?? []) as Parsed[];
  const [parameter] = parameters;
  if (
    given.length !== 1 ||
    only?.type !== 'ArrowFunctionExpression' ||
    parameter?.type !== 'Identifier' ||
    parameters.length !== 1
  )
    // prettier-ignore
    throw new ExpressionError('syntax', `${method} takes one function of one name, as in item => item.title`, positionOf(node));
  return { parameter: allowedName(parameter), body: child(only['body']) };
}

function allowedName(node: Parsed): string {
  const name = node['name'] as string;
  if (FORBIDDEN.has(name))
    throw new ExpressionError('unsupported', `"${name}" is not offered`, positionOf(node));
  return name;
}

function oneOf<T extends string>(known: readonly T[], value: unknown, node: Parsed, what: string): T {
  const found = known.find((one) => one === value);
  if (found) return found;
  throw new ExpressionError(
    'unsupported',
    `${what} ${String(value)} is not offered; use ${known.join(' ')}`,
    positionOf(node),
  );
}

/** The position of the parser after the leftmost part of the node whose position is known. */
function positionOf(node: Parsed): number | undefined {
  let part: Parsed | undefined = node;
  while (part && !ends.has(part))
    part = (part['left'] ?? part['object'] ?? part['test'] ?? (part['body'] as Parsed[] | undefined)?.[0]) as Parsed | undefined; // prettier-ignore
  return part && ends.get(part);
}

function tooDeep(): ExpressionError {
  return new ExpressionError(
    'limit',
    `an expression is nested at most ${EXPRESSION_LIMITS.depth} levels deep`,
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
