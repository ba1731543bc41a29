import { ExpressionError } from './expression.errors.js';
import type { Expression, ExpressionNode } from './expression.types.js';

/**
 * The type of a value as far as the caller knows it before evaluation. `unknown` stands for any value; a list has the
 * shape of its items.
 */
export type Shape = 'boolean' | 'text' | 'number' | 'unknown' | { items: Shape } | { members: Members };
type Members = Readonly<Record<string, Shape>>;

/** Values that do not depend on the visitor: `space.vars` and `page.vars`. */
const DETERMINISTIC = new Set(['space', 'page']);

/** True when an expression reads nothing of the visitor, so that it has one value for all visitors. */
export function isDeterministic({ root }: Expression): boolean {
  return onlyReads(root, new Set());
}

function onlyReads(node: ExpressionNode, parameters: ReadonlySet<string>): boolean {
  if (node.type === 'name') return parameters.has(node.name);
  if (node.type === 'member' && node.object.type === 'name' && !parameters.has(node.object.name)) {
    const { object, property } = node;
    return DETERMINISTIC.has(object.name) && property.type === 'literal' && property.value === 'vars';
  }
  if (node.type === 'each') {
    const inner = new Set([...parameters, node.parameter]);
    return onlyReads(node.object, parameters) && onlyReads(node.body, inner);
  }
  return children(node).every((child) => onlyReads(child, parameters));
}

function children(node: ExpressionNode): ExpressionNode[] {
  switch (node.type) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [node.object, node.property];
    case 'unary':
    case 'size':
      return [node.argument];
    case 'binary':
    case 'logical':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.yes, node.no];
    case 'list':
      return node.items;
    case 'method':
      return [node.object, ...node.arguments];
    case 'each':
      return [node.object, node.body];
  }
}

/**
 * Refuses an expression that cannot be a condition: its value is certainly neither true nor false, or it names an
 * unknown member.
 * @param scope all values that the expression may name.
 * @throws ExpressionError
 */
export function requireBoolean({ root }: Expression, scope: Members): void {
  const shape = shapeOf(root, scope);
  if (shape !== 'boolean' && shape !== 'unknown')
    throw new ExpressionError('type', `the expression gives ${describe(shape)}; it must be true or false`);
}

function shapeOf(node: ExpressionNode, scope: Members): Shape {
  // Names are checked everywhere, also in parts whose shape does not matter.
  const [first, second, third] =
    node.type === 'each' ? [] : children(node).map((child) => shapeOf(child, scope));
  switch (node.type) {
    case 'literal':
      return shapeOfLiteral(node.value);
    case 'name':
      if (!Object.hasOwn(scope, node.name))
        throw new ExpressionError(
          'unsupported',
          `there is no "${node.name}" here; it can name ${Object.keys(scope).join(', ')}`,
        );
      return scope[node.name]!;
    case 'member':
      return memberShape(first!, node.property);
    case 'unary':
      return node.operator === '!' ? 'boolean' : 'number';
    case 'binary':
      return binaryShape(node.operator, first!, second!);
    case 'logical':
      return either(first!, second!);
    case 'conditional':
      return either(second!, third!);
    case 'list':
      return { items: 'unknown' };
    case 'size':
      return 'number';
    case 'method':
      return METHOD_SHAPES[node.method] ?? first!;
    case 'each':
      return eachShape(node, scope);
  }
}

const METHOD_SHAPES: Partial<Record<string, Shape>> = {
  includes: 'boolean',
  startsWith: 'boolean',
  endsWith: 'boolean',
  indexOf: 'number',
  join: 'text',
  split: { items: 'text' },
  toLowerCase: 'text',
  toUpperCase: 'text',
  trim: 'text',
};

function eachShape(node: ExpressionNode & { type: 'each' }, scope: Members): Shape {
  const list = shapeOf(node.object, scope);
  const item = typeof list === 'object' && 'items' in list ? list.items : 'unknown';
  const body = shapeOf(node.body, { ...scope, [node.parameter]: item });
  if (node.method === 'some' || node.method === 'every') return 'boolean';
  if (node.method === 'find') return item;
  return { items: node.method === 'map' ? body : item };
}

function shapeOfLiteral(value: unknown): Shape {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : { members: {} };
}

function memberShape(object: Shape, property: ExpressionNode): Shape {
  const name = property.type === 'literal' ? property.value : undefined;
  if (name === 'length' && (object === 'text' || (typeof object === 'object' && 'items' in object)))
    return 'number';
  if (typeof object !== 'object') return 'unknown';
  if ('items' in object) return typeof name === 'string' ? 'unknown' : object.items;
  return typeof name === 'string' && Object.hasOwn(object.members, name) ? object.members[name]! : 'unknown';
}

function binaryShape(operator: string, left: Shape, right: Shape): Shape {
  if (!['+', '-', '*', '/', '%'].includes(operator)) return 'boolean';
  return operator === '+' && (left === 'text' || right === 'text') ? 'text' : 'number';
}

/** The shape of a value that has one of two shapes: boolean if both are, certainly not boolean if one of them is not. */
function either(left: Shape, right: Shape): Shape {
  if (left === right) return left;
  if (left === 'boolean' || left === 'unknown') return right === 'boolean' ? left : right;
  return left;
}

function describe(shape: Shape): string {
  if (typeof shape === 'string') return shape === 'text' ? 'a text' : 'a number';
  return 'items' in shape ? 'a list' : 'an object or nothing';
}
