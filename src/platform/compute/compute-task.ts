/**
 * A piece of work that needs nothing but its input: data in, data out, both of a kind that can be handed over to a thread. Long
 * texts and bytes are cheap to hand over; trees of objects are not, so they go as JSON, in pieces where they are large.
 */
export interface ComputeTask<Input, Output, Question = never, Answer = never> {
  /** For messages: `<module>/<what it does>`. */
  name: string;
  /** The module that has the function. It is loaded by the threads, with all that it imports. */
  module: URL;
  /**
   * The function, which `module` exports by its own name. What it throws is thrown by `compute.run`. It may ask for what it
   * finds out to need; one question at a time.
   */
  run: (input: Input, ask: (question: Question) => Promise<Answer>) => Output | Promise<Output>;
}

/** A call as it is sent to a thread. */
export interface ComputeCall {
  module: string;
  exportName: string;
  input: unknown;
}

/** A thread's answer to a call. */
export interface ComputeAnswer {
  output?: unknown;
  failure?: ComputeFailure;
  /** Memory that the thread holds after the task. */
  heapMb: number;
}

export interface ComputeFailure {
  message: string;
  stack?: string;
  /** Of an outcome the caller is told about (`DomainError`). */
  status?: number;
}
