import { useSyncExternalStore } from 'react'
import { onClearUserState } from '../../../lib/user-state.ts'
import type { GenerationRequest, RunningJob } from '../api/generation.ts'
import { Generation, type Outcome } from './generation.ts'

type Hooks = {
  /** The server could not be heard and is asked again. */
  onWaiting: () => void
  /** The server has taken the wish. */
  onAccepted: () => void
  /** Once, at the end; what it returns is waited for before the answer's place is given up. */
  onEnd: (outcome: Outcome) => Promise<void>
}

const running = new Map<string, Generation>()
/** Jobs, and wishes by their key, that are over for this tab, even if the server is still at work on one. */
const over = new Set<string>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

async function run(
  conversationId: string,
  generation: Generation,
  steps: () => Promise<Outcome | undefined>,
  onEnd: Hooks['onEnd'],
): Promise<void> {
  running.set(conversationId, generation)
  tell()
  const outcome = await Promise.race([steps(), generation.runOut()])
  generation.forget()
  if (outcome && generation.jobId !== undefined) over.add(generation.jobId)
  if (outcome && running.get(conversationId) === generation) await onEnd(outcome)
  if (running.get(conversationId) === generation) running.delete(conversationId)
  tell()
}

/** What is being written in each conversation. It goes on while the person looks at another one. */
export const generations = {
  of: (conversationId: string | null): Generation | undefined =>
    conversationId === null ? undefined : running.get(conversationId),

  async start(request: GenerationRequest, { onWaiting, onAccepted, onEnd }: Hooks): Promise<void> {
    const generation = new Generation()
    const steps = async () => {
      const refusal = await generation.begin(request, onWaiting)
      if (refusal?.kind === 'stopped') over.add(request.idempotencyKey)
      if (refusal) return refusal
      tell()
      onAccepted()
      return generation.watch()
    }
    await run(request.conversationId, generation, steps, onEnd)
  },

  /** Takes part in what another tab began, or this one before it was loaded anew. */
  async join(
    conversationId: string,
    job: RunningJob,
    { onEnd }: Pick<Hooks, 'onEnd'>,
  ): Promise<void> {
    if (running.has(conversationId) || over.has(job.id)) return
    if (job.idempotency_key !== null && over.has(job.idempotency_key)) return
    const generation = new Generation(job.id)
    await run(conversationId, generation, () => generation.watch(), onEnd)
  },

  forget(conversationId: string): void {
    running.get(conversationId)?.forget()
    running.delete(conversationId)
    tell()
  },
}

onClearUserState(() => {
  for (const conversationId of running.keys()) generations.forget(conversationId)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useGeneration(conversationId: string | null): Generation | undefined {
  // Its name comes later than itself, and both are news.
  useSyncExternalStore(subscribe, () => generations.of(conversationId)?.jobId)
  return useSyncExternalStore(subscribe, () => generations.of(conversationId))
}
