/** Ends the start with one line that says what to do; any other error is a bug. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
