import { useEffect, useMemo, useState } from 'react'
import type { StoryFact, StoryName } from '../../../../screenplay/model.ts'
import { logError } from '../../../lib/log.ts'
import type { Entry } from '../api/bible.ts'

export type FactsRequest = { text: string; names: StoryName[] }

type Asked = FactsRequest & { ids: readonly string[] }
type Facts = ReadonlyMap<string, StoryFact>

const startWorker = () =>
  new Worker(new URL('facts-worker.ts', import.meta.url), { type: 'module' })

/** Reads scripts in a worker, one at a time: what is asked meanwhile is replaced by what is asked last. */
class FactsReader {
  readonly #onFacts: (facts: Facts) => void
  #worker: Worker | undefined
  #asked: Asked | undefined
  #next: Asked | undefined

  constructor(onFacts: (facts: Facts) => void) {
    this.#onFacts = onFacts
  }

  read(request: Asked): void {
    if (this.#asked) this.#next = request
    else this.#send(request)
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#asked = undefined
    this.#next = undefined
  }

  #send(request: Asked): void {
    this.#asked = request
    const { ids: _ids, ...sent } = request
    this.#worker ??= this.#begin()
    // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
    this.#worker.postMessage(sent)
  }

  #begin(): Worker {
    const worker = startWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<StoryFact[]>) => this.#receive(data))
    worker.addEventListener('error', ({ message }) => {
      // The next change of the text tries again.
      logError('The script could not be read for the bible.', message)
      this.close()
    })
    return worker
  }

  #receive(facts: readonly StoryFact[]): void {
    const ids = this.#asked?.ids ?? []
    this.#asked = undefined
    const next = this.#next
    this.#next = undefined
    if (next) this.#send(next)
    this.#onFacts(new Map(ids.flatMap((id, at) => (facts[at] ? [[id, facts[at]]] : []))))
  }
}

const NOTHING: Facts = new Map()

/** What the script says about each entry, by its id; without those not known yet. Computed, never stored. */
export function useStoryFacts(text: string, entries: readonly Entry[]): Facts {
  const [facts, setFacts] = useState(NOTHING)
  const [reader] = useState(() => new FactsReader(setFacts))
  useEffect(() => () => reader.close(), [reader])
  // What is written about an entry does not matter.
  const named = JSON.stringify(
    entries.map(({ id, kind, name, aliases }) => [id, kind === 'character', name, ...aliases]),
  )
  const asked = useMemo(() => {
    const rows = JSON.parse(named) as [id: string, isCharacter: boolean, ...names: string[]][]
    return {
      ids: rows.map(([id]) => id),
      names: rows.map(([, isCharacter, ...names]) => ({ isCharacter, names })),
    }
  }, [named])
  useEffect(() => {
    if (asked.ids.length > 0) reader.read({ text, ...asked })
  }, [reader, text, asked])
  return facts
}
