/** Stops the start with one line a person can act on; anything else that is thrown is a bug. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
