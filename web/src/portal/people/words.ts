export const USERS = "/portal/users";
export const TOKENS = "/portal/tokens";
export const PASSWORD_HINT = "At least 8 characters.";
