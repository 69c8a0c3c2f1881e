// A text that the browser keeps. Storage may be blocked; then nothing is kept, and reading finds nothing.

export class SavedValue {
  private readonly key: string;
  private readonly storage: () => Storage;

  /** `storage` is asked at each use, because a browser that blocks it may throw already there. */
  constructor(key: string, storage: () => Storage = () => localStorage) {
    this.key = key;
    this.storage = storage;
  }

  read(): string | null {
    try {
      return this.storage().getItem(this.key);
    } catch {
      return null;
    }
  }

  /** Null removes it. */
  write(text: string | null): void {
    try {
      if (text === null) this.storage().removeItem(this.key);
      else this.storage().setItem(this.key, text);
    } catch {
      // See above.
    }
  }
}
