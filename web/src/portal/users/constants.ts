export const USERS_PATH = "/portal/users";
export const TOKENS_PATH = "/portal/tokens";
export const PASSWORD_HINT = "At least 8 characters.";
