import type { Text } from '@codemirror/state'
import type { Scene } from '../../../../screenplay/layout.ts'
import { messages } from '../../../messages.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import type { WorkingText } from '../../document/text/working-text.ts'
import { useEffect, useRef, useState } from 'react'
import { splicesOf, textOf } from '../../document/text/changes.ts'
import { LayoutClient } from '../../../script-worker/layout-client.ts'
import type { ScriptFacts } from '../../../script-worker/script-facts.ts'

const { documents } = messages

type Reader = { client: LayoutClient; doc: Text; revision: number }

/** The statistics of the script as of `doc`, shortly after a change; undefined for an empty one. */
function useScriptFacts(text: WorkingText | null, doc: Text): ScriptFacts | undefined {
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

type ScriptStatusProps = {
  text: WorkingText | null
  doc: Text
  onScene: (index: number) => void
}

/** Pages, minutes, and the scenes with their page numbers. */
export function ScriptStatus({ text, doc, onScene }: ScriptStatusProps) {
  const facts = useScriptFacts(text, doc)
  if (!facts) return null
  return (
    <>
      <span>{documents.pages(facts.length, facts.isOnePage)}</span>
      <span>{documents.minutes(facts.minutes)}</span>
      {facts.scenes.length > 0 && <Scenes scenes={facts.scenes} onScene={onScene} />}
    </>
  )
}

type ScenesProps = { scenes: readonly Scene[]; onScene: (index: number) => void }

function Scenes({ scenes, onScene }: ScenesProps) {
  return (
    <Menu>
      <MenuTrigger className="rounded-sm underline decoration-line-2 underline-offset-3 hover:text-ink touch:min-h-6">
        {documents.scenes(scenes.length)}
      </MenuTrigger>
      <MenuContent align="start" side="top" className="max-w-[min(24rem,calc(100vw-1rem))]">
        <SceneItems scenes={scenes} onScene={onScene} />
      </MenuContent>
    </Menu>
  )
}

/** A component of its own, so that hundreds of items are created only when the menu opens. */
function SceneItems({ scenes, onScene }: ScenesProps) {
  return scenes.map(({ start, heading, page }, index) => (
    <MenuItem key={start} onSelect={() => onScene(index)} className="justify-between gap-6">
      <span className="truncate font-script text-sm uppercase" dir="auto">
        {heading}
      </span>
      <span className="shrink-0 text-sm text-ink-2">{documents.page(page)}</span>
    </MenuItem>
  ))
}
