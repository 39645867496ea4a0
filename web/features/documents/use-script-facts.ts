import { useEffect, useRef, useState } from 'react'
import { logError } from '../../lib/log.ts'
import type { ScriptFacts } from './script-facts.ts'

type Counter = { count: (text: string) => void; end: () => void }

/** Counts in another thread, one text at a time: of those that come meanwhile, the last one. */
function startCounter(onFacts: (facts: ScriptFacts) => void, onFailure: () => void): Counter {
  const thread = new Worker(new URL('counting-thread.ts', import.meta.url), { type: 'module' })
  let isCounting = false
  let next: string | undefined
  function count(text: string): void {
    if (isCounting) {
      next = text
      return
    }
    isCounting = true
    // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
    thread.postMessage(text)
  }
  thread.addEventListener('message', ({ data }: MessageEvent<ScriptFacts>) => {
    isCounting = false
    const newer = next
    next = undefined
    if (newer === undefined) onFacts(data)
    else count(newer)
  })
  thread.addEventListener('error', ({ message }) => {
    logError('The script could not be counted.', message)
    onFailure()
  })
  return { count, end: () => thread.terminate() }
}

/** How long the script is, a moment after it changed; nothing of an empty one. */
export function useScriptFacts(text: string): ScriptFacts | undefined {
  const [facts, setFacts] = useState<ScriptFacts>()
  const counter = useRef<Counter>(undefined)
  const isEmpty = text.trim() === ''

  useEffect(() => {
    if (isEmpty) return
    counter.current ??= startCounter(setFacts, () => {
      // The next change of the script tries again.
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
