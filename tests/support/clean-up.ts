import { afterAll, expect, onTestFinished } from 'vitest'

/** Runs when the test is over, or the file, if it is called outside of one. */
export function cleanUp(undo: () => unknown): void {
  const run = async () => void (await undo())
  if (expect.getState().currentTestName === undefined) afterAll(run)
  else onTestFinished(run)
}
