import { undo } from './bench-folder.ts'
import { launch, type Server } from './launch.ts'

/** Starts the scripted provider; with `env`, a server uses it. */
export async function startProvider(): Promise<{ provider: Server; env: Record<string, string> }> {
  const provider = await launch('bench/support/scripted-provider.ts', {}, '/')
  undo.push(() => provider.stop())
  return { provider, env: environmentFor(provider) }
}

export const environmentFor = ({ url }: Server): Record<string, string> => ({
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'scripted',
  AI_BASE_URL: `${url}/v1`,
})
