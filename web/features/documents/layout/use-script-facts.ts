import { useEffect, useRef, useState } from 'react'
import { spliceBetween } from '../../../../screenplay/splices.ts'
import { LayoutClient } from './layout-client.ts'
import type { ScriptFacts } from './script-facts.ts'

type Reader = { client: LayoutClient; text: string; revision: number }

/** The statistics of the script, shortly after a change; undefined for an empty one. */
export function useScriptFacts(text: string): ScriptFacts | undefined {
  const [facts, setFacts] = useState<ScriptFacts>()
  const reader = useRef<Reader>(undefined)
  const isEmpty = text.trim() === ''

  useEffect(() => {
    if (isEmpty) return
    const current = reader.current
    if (!current) {
      const client = new LayoutClient(
        () => reader.current?.text ?? '',
        ({ facts: latest }) => latest && setFacts(latest),
      )
      reader.current = { client, text, revision: 0 }
      client.open(0)
    } else if (current.text !== text) {
      const changes = [spliceBetween(current.text, text)]
      current.revision += 1
      current.text = text
      current.client.change(changes, current.revision, true)
    }
  }, [text, isEmpty])

  useEffect(
    () => () => {
      reader.current?.client.close()
      reader.current = undefined
    },
    [],
  )
  return isEmpty ? undefined : facts
}
