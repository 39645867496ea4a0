import { onTestFinished } from 'vitest'

type Undo = () => Promise<void>

/** Undoes what the file set up outside of its tests; files of one worker run one after another. */
const ofFile: Undo[] = []

/** Runs `undo` after the test, or after the file when it is called outside of a test. */
export function cleanUp(undo: () => unknown): void {
  const run = async () => void (await undo())
  try {
    onTestFinished(run)
  } catch {
    ofFile.push(run) // there is no test at the moment
  }
}

/** Undoes what the file set up, the latest first. */
export async function cleanUpFile(): Promise<void> {
  for (const undo of ofFile.splice(0).toReversed()) await undo()
}
