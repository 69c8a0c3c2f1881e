export const USERS_PATH = "/portal/users";
export const TOKENS_PATH = "/portal/tokens";
export const PASSWORD_HINT = "At least 8 characters, better 12 or more. Not easy to guess, and more than the username.";
