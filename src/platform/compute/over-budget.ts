import { DomainError } from '../http/errors.js';

/** A task took more processor time or memory than it has. The message suits content of any kind; who knows better says better. */
export class OverBudget extends DomainError {
  constructor(
    message = 'This takes too much time or memory to be worked at; split the content into smaller parts.',
  ) {
    super(400, message);
  }
}
