export interface EmptyService {
  url: string;
  mail: string;
  printedCode: () => string;
  stop: () => Promise<void>;
}

export function packageObstacle(): string | undefined;
export function startEmptyService(installation: "sqlite" | "postgres" | "package"): Promise<EmptyService>;
