import { Budget } from './budget.js';
import { ExpressionError } from './expression.errors.js';
import type { Expression, ExpressionNode, Scope } from './expression.types.js';
import { callMethod, limited, sizeOf } from './methods.js';
import { compute, isObject } from './operators.js';

/**
 * Returns the value of an expression. The expression reads own members of the values in `scope` and nothing else; a
 * missing member is undefined, and so is every member of undefined.
 * @throws ExpressionError
 */
export function evaluate(expression: Expression, scope: Scope, budget: Budget = new Budget()): unknown {
  return new Evaluation(budget).value(expression.root, scope);
}

/**
 * Returns the value of a condition.
 * @throws ExpressionError also when the value is neither true nor false.
 */
export function evaluateBoolean(expression: Expression, scope: Scope): boolean {
  const value = evaluate(expression, scope);
  if (typeof value === 'boolean') return value;
  throw new ExpressionError('type', 'the expression gives neither true nor false');
}

class Evaluation {
  constructor(private readonly budget: Budget) {}

  value(node: ExpressionNode, scope: Scope): unknown {
    this.budget.spend(1);
    switch (node.type) {
      case 'literal':
        return node.value;
      case 'name':
        return memberOf(scope, node.name);
      case 'member':
        return memberOf(this.value(node.object, scope), this.value(node.property, scope));
      case 'unary':
        return this.unary(node, scope);
      case 'binary':
        return compute(
          node.operator,
          this.value(node.left, scope),
          this.value(node.right, scope),
          this.budget,
        );
      case 'logical':
        return this.logical(node, scope);
      case 'conditional':
        return this.value(this.value(node.test, scope) ? node.yes : node.no, scope);
      case 'list':
        return limited(node.items.map((item) => this.value(item, scope)));
      case 'size':
        return sizeOf(this.value(node.argument, scope));
      case 'method': {
        const object = this.value(node.object, scope);
        const given = node.arguments.map((argument) => this.value(argument, scope));
        return callMethod(object, node.method, given, this.budget);
      }
      case 'each':
        return this.each(node, scope);
    }
  }

  private unary({ operator, argument }: ExpressionNode & { type: 'unary' }, scope: Scope): unknown {
    const value = this.value(argument, scope);
    if (operator === '!') return !value;
    const number = isObject(value) ? Number.NaN : Number(value);
    return operator === '-' ? -number : number;
  }

  private logical({ operator, left, right }: ExpressionNode & { type: 'logical' }, scope: Scope): unknown {
    const value = this.value(left, scope);
    const decides = operator === '&&' ? !value : operator === '||' ? Boolean(value) : value != null;
    return decides ? value : this.value(right, scope);
  }

  private each(node: ExpressionNode & { type: 'each' }, scope: Scope): unknown {
    const list = this.value(node.object, scope);
    if (list === undefined || list === null) return undefined;
    if (!Array.isArray(list)) throw new ExpressionError('type', `${node.method} is a method of lists`);
    const apply = (item: unknown): unknown => this.value(node.body, { ...scope, [node.parameter]: item });
    switch (node.method) {
      case 'some':
        return list.some((item) => Boolean(apply(item)));
      case 'every':
        return list.every((item) => Boolean(apply(item)));
      case 'find':
        return list.find((item) => Boolean(apply(item))) as unknown;
      case 'filter':
        return limited(list.filter((item) => Boolean(apply(item))));
      case 'map':
        return limited(list.map(apply));
    }
  }
}

/** Returns an own member that holds a value; undefined for members that are inherited, computed by a getter, or callable. */
function memberOf(object: unknown, property: unknown): unknown {
  const name = typeof property === 'number' ? String(property) : property;
  if (typeof name !== 'string' || name === '__proto__') return undefined;
  if (typeof object === 'string') return name === 'length' ? object.length : charAt(object, name);
  if (!isObject(object)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(object, name)?.value;
  return typeof value === 'function' ? undefined : value;
}

function charAt(text: string, index: string): string | undefined {
  return /^\d{1,9}$/.test(index) ? text[Number(index)] : undefined;
}
