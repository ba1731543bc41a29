import type { Type as ClassType } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { BadRequest } from './errors.js';
import type { IgnoredMembers } from './ignored-members.js';

/** A field's description of its nested objects, as the context of its validation rule. */
export interface Nesting {
  /** The class of an object in its place; none where no class fits. */
  typeOf(value: object): ClassType<unknown> | undefined;
}

interface Member {
  name: string;
  nesting?: Nesting;
  /** Maximum number of items, for a list. */
  most: number;
}

/** Of lists that say nothing themselves. */
const MAX_ITEMS = 1000;
/** Of one body: for each of them an object of its class is made and held against its rules. */
const MAX_OBJECTS = 20_000;

const known = new WeakMap<Function, readonly Member[]>();

/**
 * The members of a plain value that its class declares. The work of the transformer and the validator grows with the
 * square of the members of an object, so they see only these. Values that do not belong to a class themselves, such as
 * free-form JSON, are handed past them sealed (`unsealed` opens them).
 * @param ignored takes down what the value holds besides.
 * @throws BadRequest for lists that are too long, and for items that are null or lists where objects are declared.
 */
export function declaredMembers(
  value: object,
  type: ClassType<unknown>,
  at = '',
  ignored?: IgnoredMembers,
): object {
  return new Selection(ignored).of(value, type, at);
}

/** The transformer takes functions for values that it has nothing to do with; JSON has none. */
export function unsealed(value: unknown): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

class Selection {
  private objects = 0;

  constructor(private readonly ignored?: IgnoredMembers) {}

  of(value: object, type: ClassType<unknown>, path: string): object {
    if (++this.objects > MAX_OBJECTS)
      throw new BadRequest(`The body holds more than ${MAX_OBJECTS} objects.`);
    const selected: Record<string, unknown> = {};
    for (const member of membersOf(type)) {
      if (!Object.hasOwn(value, member.name)) continue;
      const at = path === '' ? member.name : `${path}.${member.name}`;
      selected[member.name] = this.member((value as Record<string, unknown>)[member.name], member, at);
    }
    this.ignored?.add(value, selected, path);
    return selected;
  }

  private member(value: unknown, { nesting, most }: Member, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value) && value.length > most)
      throw new BadRequest(`${path} must hold at most ${most} items; it holds ${value.length}.`);
    if (!nesting) return () => value;
    if (!Array.isArray(value)) return this.nested(value, nesting, path);
    return value.map((item: unknown, index) => {
      if (item === null || Array.isArray(item))
        throw new BadRequest(`${path}[${index}] must be an object, not null or a list.`);
      return typeof item === 'object' ? this.nested(item, nesting, `${path}[${index}]`) : item;
    });
  }

  /** An object that fits no class is refused by the validator, whatever it holds. */
  private nested(value: object, nesting: Nesting, path: string): object {
    const type = nesting.typeOf(value);
    return type ? this.of(value, type, path) : {};
  }
}

function membersOf(type: ClassType<unknown>): readonly Member[] {
  let members = known.get(type);
  if (!members) known.set(type, (members = readMembers(type)));
  return members;
}

/** The rules know the members of a class, and also of one that picks members of another. */
function readMembers(type: ClassType<unknown>): Member[] {
  const members = new Map<string, Member>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const member = members.get(rule.propertyName) ?? { name: rule.propertyName, most: Infinity };
    members.set(rule.propertyName, member);
    if (rule.context) member.nesting = rule.context as Nesting;
    if (rule.name === 'isArray' && member.most === Infinity) member.most = MAX_ITEMS;
    if (rule.name === 'arrayMaxSize') member.most = rule.constraints[0] as number;
  }
  return [...members.values()];
}
