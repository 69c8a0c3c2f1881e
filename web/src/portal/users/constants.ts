export const USERS_PATH = "/portal/users";
export const TOKENS_PATH = "/portal/tokens";
export const PASSWORD_HINT = "At least 12 characters, not easy to guess, and without the username.";
