import { Injectable } from '@nestjs/common';
import type { AuditActorType } from './audit-event.types.js';

/**
 * The names of actors, looked up by the statement that writes an entry, as the tables with the names belong to modules above. Each of them
 * registers an expression in its `onModuleInit`.
 */
@Injectable()
export class ActorLabels {
  private readonly expressions = new Map<AuditActorType, (id: string) => string>();

  /** @param expression makes SQL for the name of the actor with the id. */
  register(type: AuditActorType, expression: (id: string) => string): void {
    this.expressions.set(type, expression);
  }

  /** SQL for the name of an actor; null for actors of types without names. */
  sql(type: string, id: string): string {
    const cases = [...this.expressions].map(([name, write]) => `when '${name}' then ${write(id)}`);
    return cases.length === 0 ? 'null' : `case ${type} ${cases.join(' ')} end`;
  }
}
