export class SharedFolder {
  constructor(path: string);
  readonly path: string;
  create(): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  list(subfolder: string): Promise<string[]>;
}
