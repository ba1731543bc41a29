import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';

/** A dependency of computed pages, by kind and name: `{ kind: 'space', space: '<id>' }`. */
export type DependencyRef = { kind: string } & Record<string, string>;

interface DependencyKind {
  kind: string;
  /** Member of the reference that holds the name. */
  member: string;
  /**
   * The states of the dependencies that exist, by name. Another state means another value.
   * @param actor sees only some of them; null finds all that are stored.
   */
  find(actor: Actor | null, organizationId: string, names: string[]): Promise<Map<string, object>>;
}

/** The kinds of dependencies that computed pages can have. Modules above register the kinds that they own. */
@Injectable()
export class SourceDependencies {
  private readonly kinds = new Map<string, DependencyKind>();

  /** Call it in `onModuleInit`. */
  register(kind: DependencyKind): void {
    this.kinds.set(kind.kind, kind);
  }

  /** The reference with its known members only; for an invalid one, the end of a sentence that says what it must be. */
  read(given: unknown): DependencyRef | string {
    const { kind, ...rest } = (given ?? {}) as Record<string, unknown>;
    const known = typeof kind === 'string' ? this.kinds.get(kind) : undefined;
    if (!known) return `must have a kind that is one of ${[...this.kinds.keys()].join(', ')}`;
    const name = rest[known.member];
    if (typeof name === 'string' && name !== '' && name.length <= 100)
      return { kind: known.kind, [known.member]: name };
    return `must name what it depends on in its member ${known.member}`;
  }

  /**
   * The states of the references, by `dependencyKey`; missing for targets that do not exist or that the actor may not
   * see.
   */
  async find(
    actor: Actor | null,
    organizationId: string,
    refs: readonly DependencyRef[],
  ): Promise<Map<string, object>> {
    const found = new Map<string, object>();
    for (const known of this.kinds.values()) {
      const { member } = known;
      const own = refs.filter(({ kind }) => kind === known.kind);
      const names = [...new Set(own.map((ref) => ref[member] ?? ''))];
      const values =
        names.length === 0 ? new Map<string, object>() : await known.find(actor, organizationId, names);
      for (const ref of own) {
        const value = values.get(ref[member] ?? '');
        if (value) found.set(dependencyKey(ref), value);
      }
    }
    return found;
  }
}

/** Equal for references to the same target. */
export function dependencyKey(ref: DependencyRef): string {
  return JSON.stringify(Object.entries(ref).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
