export interface OidcService {
  url: string;
  issuer: string;
  stop: () => Promise<void>;
}

interface LocalUser {
  username: string;
  password: string;
}

export const BREAK_GLASS: LocalUser;
export const LOCAL: LocalUser;
export function startOidcService(): Promise<OidcService>;
