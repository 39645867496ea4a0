import { useEffect, useRef, useState } from 'react'
import { logError } from '../../lib/log.ts'
import type { ScriptFacts } from './script-facts.ts'

type Counter = { count: (text: string) => void; end: () => void }

/** Measures in a worker, one text at a time; of those that arrive meanwhile only the last. */
function startCounter(onFacts: (facts: ScriptFacts) => void, onFailure: () => void): Counter {
  const worker = new Worker(new URL('script-facts-worker.ts', import.meta.url), { type: 'module' })
  let isCounting = false
  let next: string | undefined
  function count(text: string): void {
    if (isCounting) {
      next = text
      return
    }
    isCounting = true
    // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
    worker.postMessage(text)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<ScriptFacts>) => {
    isCounting = false
    const newer = next
    next = undefined
    if (newer === undefined) onFacts(data)
    else count(newer)
  })
  worker.addEventListener('error', ({ message }) => {
    logError('The script statistics could not be computed.', message)
    onFailure()
  })
  return { count, end: () => worker.terminate() }
}

/** The statistics of the script, shortly after a change; undefined for an empty one. */
export function useScriptFacts(text: string): ScriptFacts | undefined {
  const [facts, setFacts] = useState<ScriptFacts>()
  const counter = useRef<Counter>(undefined)
  const isEmpty = text.trim() === ''

  useEffect(() => {
    if (isEmpty) return
    counter.current ??= startCounter(setFacts, () => {
      // The next change tries again.
      counter.current?.end()
      counter.current = undefined
    })
    counter.current.count(text)
  }, [text, isEmpty])

  useEffect(
    () => () => {
      counter.current?.end()
      counter.current = undefined
    },
    [],
  )
  return isEmpty ? undefined : facts
}
