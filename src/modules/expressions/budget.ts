import { ExpressionError } from './expression.errors.js';
import { EXPRESSION_LIMITS } from './expression.types.js';

/** Steps that are left. Steps are counted instead of time, so that an expression ends the same way on every machine. */
export class Budget {
  constructor(private left: number = EXPRESSION_LIMITS.steps) {}

  /** @throws ExpressionError when there are fewer left. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ExpressionError('limit', 'the expression takes too many steps');
  }

  /** Runs `work` with a budget of the steps of one expression, or of those that are left when they are fewer. */
  part<T>(work: (budget: Budget) => T): T {
    const most = Math.min(this.left, EXPRESSION_LIMITS.steps);
    const budget = new Budget(most);
    try {
      return work(budget);
    } finally {
      this.left -= most - Math.max(budget.left, 0);
    }
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }
}
