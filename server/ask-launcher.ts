import { once } from 'node:events'
import { StartFailure } from './start-failure.ts'

type Answer = { fetched: boolean; reason?: string }

/** Asks the launcher, which has npm, for a package; undefined if there is no launcher that answers. */
export function packagesFromLauncher(): ((wanted: object) => Promise<void>) | undefined {
  if (process.env['LAUNCHER_FETCHES'] !== 'true' || !process.send) return undefined
  return async (wanted) => {
    const answered = once(process, 'message') as Promise<[Answer]>
    process.send?.({ fetchPackage: wanted })
    const [{ fetched, reason }] = await answered
    if (!fetched) throw new StartFailure(reason ?? 'The download failed')
  }
}
