import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all test files of a run share. */
    sharedFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(folder, 0o711)
  project.provide('sharedFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
