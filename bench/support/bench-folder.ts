import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Cleanup steps, run in reverse order. */
export const undo: (() => Promise<unknown>)[] = []

/** Runs a benchmark in a temporary folder and cleans up afterwards, also when interrupted. */
export async function inBenchFolder(bench: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-bench-'))
  // The system user of the embedded database must be able to reach its data.
  await chmod(folder, 0o711)
  const removeAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
    await rm(folder, { recursive: true, force: true })
  }
  let cleaning: Promise<void> | undefined
  // Runs once: an interrupted benchmark fails as its servers stop, but must not exit before they have.
  const cleanUp = () => (cleaning ??= removeAll())
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
