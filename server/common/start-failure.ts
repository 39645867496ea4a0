/** Aborts the start with one line that tells the operator what to do; any other error is a bug. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
