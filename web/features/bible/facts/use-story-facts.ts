import type { Text } from '@codemirror/state'
import { useEffect, useMemo, useState } from 'react'
import type { StoryFact, StoryName } from '../../../../screenplay/model.ts'
import { logError } from '../../../lib/log.ts'
import { TextClient } from '../../../script-worker/text-client.ts'
import { splicesOf, textOf } from '../../document/text/changes.ts'
import type { WorkingText } from '../../document/text/working-text.ts'
import type { Entry } from '../api/bible.ts'

type Facts = ReadonlyMap<string, StoryFact>
type Named = StoryName & { id: string }

const NOTHING: Facts = new Map()

/** Follows a text in the worker, for what it says about the entries. */
class FactsReader {
  readonly #text: WorkingText
  readonly #client: TextClient<'story'>
  #doc: Text
  #revision = 0

  constructor(text: WorkingText, onFacts: (facts: Facts) => void) {
    this.#text = text
    this.#doc = text.doc
    this.#client = new TextClient('story', {
      text: () => textOf(this.#doc),
      join: (_before, now) => now,
      onAnswer: onFacts,
      // The next change of the text tries again.
      onError: ({ message }) => logError('The script could not be read for the bible.', message),
    })
  }

  /** `doc`: what is shown; the text may have changed since. */
  read(doc: Text, entries: readonly Named[]): void {
    const splices = doc === this.#doc ? [] : splicesOf(this.#text.changesSince(this.#doc))
    if (doc !== this.#doc) this.#doc = this.#text.doc
    this.#revision += 1
    this.#client.change(splices, this.#revision, { entries })
  }

  close(): void {
    this.#client.close()
  }
}

/** What the script says about each entry, by its id; without those not known yet. Computed, never stored. */
export function useStoryFacts(
  text: WorkingText | null,
  doc: Text,
  entries: readonly Entry[],
): Facts {
  const [facts, setFacts] = useState(NOTHING)
  const reader = useMemo(() => (text ? new FactsReader(text, setFacts) : null), [text])
  useEffect(() => () => reader?.close(), [reader])
  // What is written about an entry does not matter.
  const named = JSON.stringify(
    entries.map(({ id, kind, name, aliases }) => [id, kind === 'character', name, ...aliases]),
  )
  const asked = useMemo(() => {
    const rows = JSON.parse(named) as [id: string, isCharacter: boolean, ...names: string[]][]
    return rows.map(([id, isCharacter, ...names]) => ({ id, isCharacter, names }))
  }, [named])
  useEffect(() => {
    if (asked.length > 0) reader?.read(doc, asked)
  }, [reader, doc, asked])
  return facts
}
