import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What was started, to be ended in the opposite order. */
export const undo: (() => Promise<unknown>)[] = []

/** Runs a benchmark in a folder of its own; everything is gone afterwards, also when it is broken off. */
export async function inBenchFolder(bench: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-bench-'))
  // The embedded database's own user must get through to its data.
  await chmod(folder, 0o711)
  const cleanUp = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
  }
  try {
    await mkdir(path.join(folder, 'data'), { mode: 0o711 })
    await bench(folder)
  } finally {
    await cleanUp()
  }
}
