import { once } from 'node:events'
import { StartFailure } from '../common/failures.ts'

type Answer = { fetched: boolean; reason?: string }

/** A function that asks the launcher to download a package with npm; undefined if no launcher supports it. */
export function packagesFromLauncher(): ((wanted: object) => Promise<void>) | undefined {
  if (process.env['LAUNCHER_FETCHES'] !== 'true' || !process.send) return undefined
  return async (wanted) => {
    const answered = once(process, 'message') as Promise<[Answer]>
    process.send?.({ fetchPackage: wanted })
    const [{ fetched, reason }] = await answered
    if (!fetched) throw new StartFailure(reason ?? 'The download failed')
  }
}
