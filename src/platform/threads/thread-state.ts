/** State that a thread reports while it is busy and cannot answer messages: numbers in shared memory. */
export class ThreadState {
  private readonly numbers: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.numbers = new Int32Array(memory);
  }

  /** Id of the thread for the operating system; 0 until it is known, and on systems without such ids. */
  get threadId(): number {
    return Atomics.load(this.numbers, 0);
  }

  set threadId(id: number) {
    Atomics.store(this.numbers, 0, id);
  }

  /** Processor time that it had taken when its task began, after all that the task needs was loaded; -1 before that. */
  get beganMs(): number {
    return Atomics.load(this.numbers, 1);
  }

  set beganMs(time: number) {
    Atomics.store(this.numbers, 1, time);
  }
}
