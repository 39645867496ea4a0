import type { EditorView } from '@codemirror/view'
import { Clapperboard } from 'lucide-react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { labelStyle } from '../tools/page-toolbar.tsx'
import { productionCommands } from './production-commands.ts'

const { production } = messages.pageView

export function ProductionMenu({ view }: { view: EditorView | null }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" title={production.group}>
          <Clapperboard />
          <span className={labelStyle}>{production.group}</span>
        </Button>
      </MenuTrigger>
      <MenuContent
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          view?.focus()
        }}
      >
        {view && <Items view={view} />}
      </MenuContent>
    </Menu>
  )
}

/** Read when the menu opens: what is offered depends on the script. */
function Items({ view }: { view: EditorView }) {
  return productionCommands
    .filter(({ isAvailable }) => isAvailable?.(view) ?? true)
    .map(({ id, label, run }) => (
      <MenuItem key={id} onSelect={() => run(view)}>
        {label}
      </MenuItem>
    ))
}
