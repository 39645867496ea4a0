/**
 * An event handler whose exceptions go to `fail`. Thrown from an emitter or a timer, they would crash the
 * process and close everybody's connections.
 */
export const guarded =
  <Arguments extends unknown[]>(
    handle: (...given: Arguments) => unknown,
    fail: (error: unknown, ...given: Arguments) => void,
  ) =>
  (...given: Arguments): void => {
    try {
      handle(...given)
    } catch (error) {
      fail(error, ...given)
    }
  }
