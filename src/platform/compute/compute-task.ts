/**
 * A computation that depends on its input alone. Input and output are data that can be sent to a thread. Long texts and bytes
 * are cheap to send; trees of objects are not, so they are sent as JSON, and large ones in pieces.
 */
export interface ComputeTask<Input, Output, Question = never, Answer = never> {
  /** Name for error messages: `<module>/<what it does>`. */
  name: string;
  /** Address of the file that exports the function. Threads load it, with everything that it imports. */
  module: URL;
  /**
   * The function, which `module` exports by its own name. `compute.run` throws what it throws. While it runs, it may `ask`
   * for further data, one question at a time.
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
  /** Memory that the thread still uses after the task. */
  heapMb: number;
}

/** An error that a task threw, as it is sent from the thread. */
export interface ComputeFailure {
  message: string;
  stack?: string;
  /** HTTP status of a `DomainError`; absent for other errors. */
  status?: number;
}
