// The order of actions, and the line between the two phases. Pure.
import { actionText } from "./text.ts";

export interface OrderedAction {
  id: number;
  isPhaseOne: boolean;
}

/** Phase 1 first. */
export function inRunOrder<T extends OrderedAction>(actions: readonly T[]): T[] {
  return [...actions.filter((action) => action.isPhaseOne), ...actions.filter((action) => !action.isPhaseOne)];
}

/** The line is before the first action of phase 2. */
export function phaseLineIndex(actions: readonly OrderedAction[]): number {
  return actions.filter((action) => action.isPhaseOne).length;
}

/**
 * At the line only the phase changes, not the index. Null when it cannot move.
 */
export function moveByOne<T extends OrderedAction>(actions: readonly T[], id: number, direction: -1 | 1): T[] | null {
  const index = actions.findIndex((action) => action.id === id);
  const moved = actions[index];
  if (moved === undefined) return null;
  const line = phaseLineIndex(actions);
  const crosses = direction === 1 ? moved.isPhaseOne && index === line - 1 : !moved.isPhaseOne && index === line;
  if (crosses)
    return actions.map((action) => (action.id === id ? { ...action, isPhaseOne: !action.isPhaseOne } : action));
  const other = index + direction;
  if (other < 0 || other >= actions.length) return null;
  const next = [...actions];
  [next[index], next[other]] = [next[other] as T, moved];
  return next;
}

/**
 * The line has its own slot: with two actions in phase 1 the slots are 0, 1, line, 3 and so on.
 */
export function moveToSlot<T extends OrderedAction>(actions: readonly T[], id: number, slot: number): T[] {
  const moved = actions.find((action) => action.id === id);
  if (moved === undefined) return [...actions];
  const rest = actions.filter((action) => action.id !== id);
  const line = phaseLineIndex(rest);
  const slots: (T | null)[] = [...rest.slice(0, line), null, ...rest.slice(line)];
  slots.splice(Math.max(0, Math.min(slot, slots.length)), 0, moved);
  const lineSlot = slots.indexOf(null);
  return slots.flatMap((action, index) =>
    action === null ? [] : [action === moved ? { ...action, isPhaseOne: index < lineSlot } : action],
  );
}

/** Announced when an action has moved. */
export function positionText(actions: readonly (OrderedAction & { name: string })[], id: number): string {
  const index = actions.findIndex((action) => action.id === id);
  const moved = actions[index];
  if (moved === undefined) return "";
  return actionText().position(moved.name, index + 1, actions.length, moved.isPhaseOne ? 1 : 2);
}
