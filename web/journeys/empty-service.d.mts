export interface EmptyService {
  url: string;
  mail: string;
  printedCode: () => string;
  stop: () => Promise<void>;
}

export function startEmptyService(database: "sqlite" | "postgres"): Promise<EmptyService>;
