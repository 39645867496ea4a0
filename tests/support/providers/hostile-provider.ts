import { cleanUp } from '../clean-up.ts'
import { type Behaviour, startProvider } from './provider-server.ts'

export type { Behaviour }

/** Says this, and ends. */
export const saying =
  (...texts: string[]): Behaviour =>
  (answer) => {
    answer.say(...texts)
    answer.end()
  }

/** A scripted provider that is stopped after the test. */
export async function openHostileProvider(
  provider: Parameters<typeof startProvider>[0],
  behave: Behaviour,
) {
  const { requests, baseUrl, stop } = await startProvider(provider, behave)
  cleanUp(stop)
  return { requests, baseUrl }
}
