import { useQuery } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { whenIdle } from '../../../lib/timing.ts'
import type { SavedScript, ScriptLength } from '../api/saved-scripts.ts'
import { readScript } from '../api/script.ts'

/** In ms. */
const IDLE_WITHIN = 1_000

// One script after the other: most have their length already, and nothing waits for it.
let last: Promise<unknown> = Promise.resolve()

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}

/** Measures a script as it was saved, and stores the result for the next visit. */
async function measureScript(
  userId: string,
  scriptId: string,
  signal: AbortSignal,
): Promise<ScriptLength | null> {
  if (signal.aborted) return null
  const script = await readScript(userId, scriptId, signal)
  if (!script) return null
  // Loaded on first use.
  const { inWorker } = await import('../../../script-worker/ask.ts')
  const length = await inWorker('length', script.text, { signal })
  await expectSuccess(
    supabase()
      .from('saved_scripts')
      .update({ ...length, measured_at: script.updatedAt })
      .eq('script_id', scriptId)
      .eq('user_id', userId),
  )
  return length
}

/** Pages and scenes of a script that is shown and that nobody has measured since it was saved. */
export function useScriptLength(userId: string, script: SavedScript): ScriptLength | null {
  const { data } = useQuery({
    queryKey: ['script-length', userId, script.id, script.updated_at],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        await new Promise<void>((resolve) => whenIdle(resolve, IDLE_WITHIN))
        return measureScript(userId, script.id, signal)
      }),
    enabled: script.preview !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? null
}
