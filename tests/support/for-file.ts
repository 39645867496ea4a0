import { beforeAll } from 'vitest'

/** What `open` sets up before the tests of the file, or of the `describe`; empty until then. */
export function forFile<T extends object>(open: () => Promise<T>): T {
  const opened = {} as T
  beforeAll(async () => void Object.assign(opened, await open()))
  return opened
}
