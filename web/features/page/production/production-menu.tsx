import type { EditorView } from '@codemirror/view'
import { Clapperboard } from 'lucide-react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonMenu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { labelStyle } from '../tools/page-toolbar.tsx'
import { productionCommands } from './production-commands.ts'

const { production } = messages.pageView

export function ProductionMenu({ view }: { view: EditorView | null }) {
  return (
    <ButtonMenu
      button={
        <Button variant="ghost" size="sm" title={production.group}>
          <Clapperboard />
          <span className={labelStyle}>{production.group}</span>
        </Button>
      }
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        view?.focus()
      }}
    >
      {view && <Items view={view} />}
    </ButtonMenu>
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
