import { cleanUp } from './clean-up.ts'
import { type Behaviour, startProvider } from './provider-server.ts'

export type { Behaviour }

/** A provider that does as it is told until the test is over. */
export async function openHostileProvider(
  provider: Parameters<typeof startProvider>[0],
  behave: Behaviour,
) {
  const { requests, baseUrl, stop } = await startProvider(provider, behave)
  cleanUp(stop)
  return { requests, baseUrl }
}
