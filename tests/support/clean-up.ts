import { afterAll, onTestFinished } from 'vitest'

/** Runs when the test is over, or the file, if it is called outside of one. */
export function cleanUp(undo: () => unknown): void {
  const run = async () => void (await undo())
  try {
    onTestFinished(run)
  } catch {
    afterAll(run) // there is no test at the moment
  }
}
