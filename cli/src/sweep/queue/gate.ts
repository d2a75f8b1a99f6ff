/** Lets `size` callers in at a time, in the order in which they came. Closed, it turns away those that wait. */
export class Gate {
  readonly #waiting: ((mayEnter: boolean) => void)[] = [];
  #free: number;
  #closed = false;

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves to true when the caller is in, and must leave; to false when the gate is closed before. */
  async enter(): Promise<boolean> {
    if (this.#closed) return false;
    if (this.#free === 0) return new Promise((settle) => this.#waiting.push(settle));
    this.#free--;
    return true;
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#free++;
  }

  close(): void {
    this.#closed = true;
    for (const settle of this.#waiting.splice(0)) settle(false);
  }
}
