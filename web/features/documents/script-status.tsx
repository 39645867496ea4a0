import { useDeferredValue, useState } from 'react'
import { plainText } from '../../../screenplay/emphasis.ts'
import { messages } from '../../messages.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { createScriptReader, type SceneFact } from './script-reader.ts'

const { documents } = messages

type ScriptStatusProps = { text: string; onScene: (index: number) => void }

/** How long the script is: pages, minutes, and its scenes with the pages they begin on. */
export function ScriptStatus({ text, onScene }: ScriptStatusProps) {
  const [read] = useState(createScriptReader)
  // Counting waits for the screen: nobody's typing does.
  const facts = read(useDeferredValue(text, ''))
  if (!facts) return null
  return (
    <>
      <span>{documents.pages(facts.length, facts.isOnePage)}</span>
      <span>{documents.minutes(facts.minutes)}</span>
      {facts.scenes.length > 0 && <Scenes scenes={facts.scenes} onScene={onScene} />}
    </>
  )
}

function Scenes(props: { scenes: readonly SceneFact[]; onScene: (index: number) => void }) {
  return (
    <Menu>
      <MenuTrigger className="rounded-sm underline decoration-line-2 underline-offset-3 hover:text-ink touch:min-h-6">
        {documents.scenes(props.scenes.length)}
      </MenuTrigger>
      <MenuContent align="start" side="top" className="max-w-96">
        {props.scenes.map(({ heading, page }, index) => (
          <MenuItem
            key={heading.start}
            onSelect={() => props.onScene(index)}
            className="justify-between gap-6"
          >
            <span className="truncate font-script text-sm uppercase" dir="auto">
              {plainText(heading.text)}
            </span>
            <span className="shrink-0 text-sm text-ink-2">{documents.page(page)}</span>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
