// Keeps a computed value until what it depends on changes, so that a tick of a second costs nothing. Pure.

export class Memo<T> {
  private last: { dependencies: readonly unknown[]; value: T } | null = null;

  /** Objects are compared by identity. */
  get(dependencies: readonly unknown[], compute: () => T): T {
    if (this.last === null || !isSame(this.last.dependencies, dependencies))
      this.last = { dependencies, value: compute() };
    return this.last.value;
  }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((value, index) => Object.is(value, after[index]));
}
