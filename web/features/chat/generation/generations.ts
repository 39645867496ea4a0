import { useSyncExternalStore } from 'react'
import { Listeners, Store } from '../../../lib/store.ts'
import { onClearUserState } from '../../../lib/user-state.ts'
import type { GenerationRequest, RunningJob } from '../api/generation.ts'
import { type AskAgain, Generation, type Outcome } from './generation.ts'

type Hooks = {
  /** The server did not respond; the request is being retried. */
  onWaiting: () => void
  askAgain?: AskAgain | undefined
  /** The server has accepted the request. */
  onAccepted: () => void
  /**
   * Called once, with whether the server had accepted the request; the growing answer stays visible until the returned
   * promise resolves.
   */
  onEnd: (outcome: Outcome, isAccepted: boolean) => Promise<void>
}

const running = new Map<string, Generation>()
/** Job ids and idempotency keys that have ended for this tab, even if the server is still working. */
const ended = new Set<string>()
const { subscribe, notify } = new Listeners()

/** The last conversation that began here, for whoever has its text open without one. */
export const begun = new Store<Pick<GenerationRequest, 'conversationId' | 'scriptId'> | null>(null)

async function run(
  conversationId: string,
  generation: Generation,
  steps: () => Promise<Outcome | undefined>,
  onEnd: Hooks['onEnd'],
): Promise<void> {
  running.set(conversationId, generation)
  generation.onPlace = notify
  notify()
  const outcome = await Promise.race([steps(), generation.timeout()])
  generation.detach()
  if (outcome && generation.jobId !== undefined) ended.add(generation.jobId)
  if (outcome && running.get(conversationId) === generation)
    await onEnd(outcome, generation.jobId !== undefined)
  if (running.get(conversationId) === generation) running.delete(conversationId)
  notify()
}

/** The running generations, by conversation. They continue while another conversation is open. */
export const generations = {
  /** Without a conversation, the one that begins with the first prompt about a text. */
  of: (conversationId: string | null, textId: string | null = null): Generation | undefined =>
    conversationId === null
      ? [...running.values()].find(({ request }) => request?.begins && request.scriptId === textId)
      : running.get(conversationId),

  /** `text` is what the answer begins with, if it is continued. */
  async start(
    request: GenerationRequest,
    text: string,
    { onWaiting, askAgain, onAccepted, onEnd }: Hooks,
  ): Promise<void> {
    const generation = new Generation()
    generation.request = request
    generation.text.set(text)
    const steps = async () => {
      const refusal = await generation.start(request, onWaiting, askAgain)
      if (refusal?.kind === 'stopped') ended.add(request.idempotencyKey)
      if (refusal) return refusal
      onAccepted()
      notify()
      return generation.watch()
    }
    await run(request.conversationId, generation, steps, onEnd)
  },

  /** Follows a job that another tab started, or this one before a reload. */
  async join(
    conversationId: string,
    job: RunningJob,
    { onEnd }: Pick<Hooks, 'onEnd'>,
  ): Promise<void> {
    if (running.has(conversationId) || ended.has(job.id)) return
    if (job.idempotency_key !== null && ended.has(job.idempotency_key)) return
    const generation = new Generation(job.id)
    await run(conversationId, generation, () => generation.watch(), onEnd)
  },

  forget(conversationId: string): void {
    running.get(conversationId)?.detach()
    running.delete(conversationId)
    notify()
  },
}

onClearUserState(() => {
  for (const conversationId of running.keys()) generations.forget(conversationId)
})

/** Position in the queue while the answer waits: 1 if it is next. */
export const useQueuePlace = (conversationId: string | null): number | null =>
  useSyncExternalStore(subscribe, () => generations.of(conversationId)?.place ?? null)

export function useGeneration(
  conversationId: string | null,
  textId: string | null,
): Generation | undefined {
  // jobId is set after the start: re-render when either changes.
  useSyncExternalStore(subscribe, () => generations.of(conversationId, textId)?.jobId)
  return useSyncExternalStore(subscribe, () => generations.of(conversationId, textId))
}
