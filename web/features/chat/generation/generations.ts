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
  /** One of two answers has ended, and the other one has not. */
  onPart: () => void
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
  { onEnd, onPart }: Pick<Hooks, 'onEnd' | 'onPart'>,
): Promise<void> {
  generation.onPart = onPart
  running.set(conversationId, generation)
  generation.onPlace = notify
  notify()
  const outcome = await Promise.race([steps(), generation.timeout()])
  generation.detach()
  if (outcome)
    for (const id of [generation.jobId, generation.second?.jobId])
      if (id !== undefined) ended.add(id)
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
    { onWaiting, askAgain, onAccepted, onEnd, onPart }: Hooks,
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
    await run(request.conversationId, generation, steps, { onEnd, onPart })
  },

  /** Follows what another tab started, or this one before a reload: an answer, or two that are compared. */
  async join(
    conversationId: string,
    jobs: readonly RunningJob[],
    hooks: Pick<Hooks, 'onEnd' | 'onPart'>,
  ): Promise<void> {
    const [job, ...others] = jobs.filter(
      ({ id, idempotency_key: key }) => !ended.has(id) && (key === null || !ended.has(key)),
    )
    if (running.has(conversationId) || !job) return
    const generation = Generation.joining([job, ...others])
    await run(conversationId, generation, () => generation.watch(), hooks)
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
