// What a token may do. Pure.

export const SCOPES = [
  { value: "read", label: "Read", hint: "Can view what a viewer can view." },
  { value: "operate", label: "Operate", hint: "Can also do what operators do, such as retry messages." },
  { value: "admin", label: "Full", hint: "Can do everything that the user can do." },
] as const;

export function scopeLabel(scope: string): string {
  return SCOPES.find(({ value }) => value === scope)?.label ?? scope;
}
