import type { Text } from '@codemirror/state'
import { useEffect, useRef, useState } from 'react'
import type { WorkingText } from '../../document/text/working-text.ts'
import { splicesOf, textOf } from '../../document/text/changes.ts'
import { LayoutClient } from './layout-client.ts'
import type { ScriptFacts } from './script-facts.ts'

type Reader = { client: LayoutClient; doc: Text; revision: number }

/** The statistics of the script as of `doc`, shortly after a change; undefined for an empty one. */
export function useScriptFacts(text: WorkingText | null, doc: Text): ScriptFacts | undefined {
  const [facts, setFacts] = useState<ScriptFacts>()
  const reader = useRef<Reader>(undefined)
  const isEmpty = textOf(doc).trim() === ''

  useEffect(() => {
    if (isEmpty || !text) return
    const current = reader.current
    if (!current) {
      const client = new LayoutClient(
        () => (reader.current ? textOf(reader.current.doc) : ''),
        ({ facts: latest }) => latest && setFacts(latest),
      )
      reader.current = { client, doc, revision: 0 }
      client.open(0)
    } else if (current.doc !== text.doc) {
      const changes = splicesOf(text.changesSince(current.doc))
      current.revision += 1
      current.doc = text.doc
      current.client.change(changes, current.revision, true)
    }
  }, [text, doc, isEmpty])

  useEffect(
    () => () => {
      reader.current?.client.close()
      reader.current = undefined
    },
    [],
  )
  return isEmpty ? undefined : facts
}
