import { globSync } from 'node:fs'
import { chmod, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** From Debian's package libfaketime. */
const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

export const CAN_SET_CLOCK = LIBRARY !== undefined

/** A clock that a test sets, for the processes that are started with `env`. Timers are not affected. */
export async function settableClock(folder: string) {
  const file = path.join(folder, 'clock')
  const set = async (seconds: number) => {
    const next = `${file}.next`
    await writeFile(next, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
    await chmod(next, 0o644)
    await rename(next, file)
  }
  await set(0)
  const env: Record<string, string> =
    LIBRARY === undefined
      ? {}
      : {
          LD_PRELOAD: LIBRARY,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        }
  return { env, set }
}
