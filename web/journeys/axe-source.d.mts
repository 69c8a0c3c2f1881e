export const AXE_SOURCE: string;
