// Measures elapsed time with the device's two clocks.

/**
 * The wall clock runs while the device sleeps, but may be changed. The monotonic clock is never changed, but may stop during
 * sleep. The larger difference is correct.
 */
export interface ClockReading {
  wall: number;
  monotonic: number;
}

export function readClock(): ClockReading {
  return { wall: Date.now(), monotonic: performance.now() };
}

export function elapsedMs(from: ClockReading, to: ClockReading): number {
  return Math.max(0, to.wall - from.wall, to.monotonic - from.monotonic);
}
