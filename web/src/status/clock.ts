// The clocks of this device, and how much time has passed.

/**
 * The wall clock goes on while the device sleeps, but may be changed; the monotonic clock is never changed, but may stop
 * during sleep. Whichever says that more time has passed is right.
 */
export interface ClockReading {
  wall: number;
  monotonic: number;
}

export function readClock(): ClockReading {
  return { wall: Date.now(), monotonic: performance.now() };
}

export function elapsed(from: ClockReading, to: ClockReading): number {
  return Math.max(0, to.wall - from.wall, to.monotonic - from.monotonic);
}
