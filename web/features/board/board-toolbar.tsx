import { Columns3, LayoutTemplate, Plus, Redo2, Sparkles, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { boardTemplates } from '../../messages/board-templates.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { RemovableChip } from '../../ui/button/removable-chip.tsx'
import { ButtonMenu, MenuItem, MenuLabel, MenuChoices } from '../../ui/overlay/menu.tsx'
import { askNames, type BoardControl } from './board-control.ts'
import { colorName } from './card-colors.ts'

const words = boardMessages

type BoardToolbarProps = {
  control: BoardControl
  /** Leads back to the page. */
  children: ReactNode
  /** What prompts are about, in a few words; null for the whole script. */
  about: string | null
  /** Whether one of the board's cards has the focus. */
  hasFocus: () => boolean
  commands: ReactNode
}

const ALL = '*'

export function BoardToolbar(props: BoardToolbarProps) {
  const { control } = props
  const { state } = control
  const filter = useStore(state, (shown) => shown.filter)
  const people = useStore(state, (shown) => shown.people)
  const colors = useStore(state, (shown) => shown.colors)
  const label = props.about === null ? '@max-[54rem]:sr-only' : '@max-[66rem]:sr-only'
  return (
    <div
      role="toolbar"
      aria-label={words.tools}
      className="@container flex h-11 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-sheet px-2 [scrollbar-width:none] max-sm:gap-0 max-sm:px-1 touch:h-14 keyboard:h-11"
    >
      {props.children}
      <ButtonMenu
        button={
          <Button variant="ghost" size="sm" title={words.templateHint} aria-label={words.template}>
            <LayoutTemplate />
            <span className={label}>{words.template}</span>
          </Button>
        }
        align="start"
      >
        <MenuLabel className="max-w-64 whitespace-normal">{words.templateHint}</MenuLabel>
        {boardTemplates.map((template) => (
          <MenuItem key={template.name} onSelect={() => control.template(template)}>
            {template.name}
          </MenuItem>
        ))}
      </ButtonMenu>
      <Button variant="ghost" size="sm" aria-label={words.addCard} onClick={control.newCard}>
        <Plus />
        <span className={label}>{words.addCard}</span>
      </Button>
      <Button variant="ghost" size="sm" aria-label={words.addColumn} onClick={control.name}>
        <Columns3 />
        <span className={label}>{words.addColumn}</span>
      </Button>
      <ButtonMenu
        button={
          <Button variant="ghost" size="sm" aria-label={words.ask}>
            <Sparkles />
            <span className={label}>{words.ask}</span>
          </Button>
        }
        align="start"
      >
        <AskEntries control={control} about={props.about} />
      </ButtonMenu>
      {props.about !== null && (
        // A phone has room for it below the tools.
        <div className="flex min-w-24 max-sm:hidden">
          <ScopeChip label={props.about} onRemove={control.selectNothing} />
        </div>
      )}
      <span className="flex-1" />
      <FilterMenu
        label={words.who}
        value={filter.who}
        all={words.everybody}
        options={people.map((name) => [name, name] as const)}
        onValue={(who) => control.filterBy({ who })}
      />
      <FilterMenu
        label={words.whichColor}
        value={filter.color}
        all={words.anyColor}
        options={[
          ...colors.map((color) => [color, colorName(color)] as const),
          ['', words.noColor] as const,
        ]}
        onValue={(color) => control.filterBy({ color })}
      />
      <Button
        variant="ghost"
        size="sm"
        aria-label={messages.pageView.commands.undo}
        onClick={() => control.step('undo', props.hasFocus())}
      >
        <Undo2 />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={messages.pageView.commands.redo}
        onClick={() => control.step('redo', props.hasFocus())}
      >
        <Redo2 />
      </Button>
      {props.commands}
    </div>
  )
}

type AskEntriesProps = Pick<BoardToolbarProps, 'control' | 'about'>

/** Rendered while the menu is open. */
function AskEntries({ control, about }: AskEntriesProps) {
  const isApart = useStore(
    control.state,
    ({ chosen, range }) => chosen.length > 1 && range === null,
  )
  return (
    <>
      <MenuLabel className="max-w-64 whitespace-normal">
        {isApart ? words.asksAbout.apart : words.asksAbout.part(about)}
      </MenuLabel>
      {askNames.map((name) => (
        <MenuItem key={name} disabled={!control.canAsk(name)} onSelect={() => control.ask(name)}>
          {words.asks[name].label}
        </MenuItem>
      ))}
    </>
  )
}

/** What prompts are about; a click makes that the whole script. */
export const ScopeChip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <RemovableChip label={label} removeLabel={messages.scope.remove(label)} onRemove={onRemove} />
)

type FilterMenuProps = {
  label: string
  value: string | null
  all: string
  options: readonly (readonly [value: string, name: string])[]
  onValue: (value: string | null) => void
}

function FilterMenu({ label, value, all, options, onValue }: FilterMenuProps) {
  const name = options.find(([one]) => one === value)?.[1] ?? all
  return (
    <ButtonMenu
      button={
        <Button
          variant="ghost"
          size="sm"
          title={label}
          aria-pressed={value !== null}
          className="aria-pressed:bg-accent-wash aria-pressed:text-ink"
        >
          <span className="max-w-[14ch] truncate">{name}</span>
        </Button>
      }
    >
      <MenuLabel>{label}</MenuLabel>
      <MenuChoices
        value={value ?? ALL}
        values={[ALL, ...options.map(([one]) => one)]}
        onChoose={(chosen) => onValue(chosen === ALL ? null : chosen)}
      >
        {(chosen) => options.find(([one]) => one === chosen)?.[1] ?? all}
      </MenuChoices>
    </ButtonMenu>
  )
}
