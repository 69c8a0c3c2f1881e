// A moment on this device, and what has passed between two.

/**
 * The wall clock goes on while the device sleeps, but may be set; the steady one is never set, but may sleep. Whichever says that
 * more time has passed is believed.
 */
export interface Moment {
  wall: number;
  steady: number;
}

/** The only place here that reads the device's clocks. */
export function moment(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

export function elapsed(from: Moment, to: Moment): number {
  return Math.max(0, to.wall - from.wall, to.steady - from.steady);
}
