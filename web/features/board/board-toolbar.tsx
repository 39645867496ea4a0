import { Columns3, LayoutTemplate, Plus, Redo2, Sparkles, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { boardMessages } from '../../messages/board.ts'
import { boardTemplates } from '../../messages/board-templates.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { RemovableChip } from '../../ui/button/removable-chip.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { colorName } from './card-colors.ts'

const words = boardMessages

export type AskName = keyof typeof words.asks
export const askNames = Object.keys(words.asks) as AskName[]

/** Which cards are not dimmed; null for all. An empty colour means cards without one. */
export type Filter = { who: string | null; color: string | null }

type BoardToolbarProps = {
  /** Leads back to the page. */
  children: ReactNode
  filter: Filter
  people: readonly string[]
  colors: readonly string[]
  onFilter: (filter: Filter) => void
  onCard: () => void
  onColumn: () => void
  onTemplate: (template: (typeof boardTemplates)[number]) => void
  onAsk: (name: AskName) => void
  canAsk: (name: AskName) => boolean
  /** What prompts are about, in a few words; null for the whole script. */
  about: string | null
  /** Whether several cards are selected that are not one part of the script. */
  isApart: boolean
  onWholeScript: () => void
  onUndo: () => void
  onRedo: () => void
  commands: ReactNode
}

const ALL = '*'

export function BoardToolbar(props: BoardToolbarProps) {
  const { filter, onFilter, people, colors } = props
  const label = props.about === null ? '@max-[54rem]:sr-only' : '@max-[66rem]:sr-only'
  return (
    <div
      role="toolbar"
      aria-label={words.tools}
      className="@container flex h-11 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-sheet px-2 [scrollbar-width:none] max-sm:gap-0 max-sm:px-1 touch:h-14 keyboard:h-11"
    >
      {props.children}
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="sm" title={words.templateHint} aria-label={words.template}>
            <LayoutTemplate aria-hidden="true" />
            <span className={label}>{words.template}</span>
          </Button>
        </MenuTrigger>
        <MenuContent align="start">
          <MenuLabel className="max-w-64 whitespace-normal">{words.templateHint}</MenuLabel>
          {boardTemplates.map((template) => (
            <MenuItem key={template.name} onSelect={() => props.onTemplate(template)}>
              {template.name}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <Button variant="ghost" size="sm" aria-label={words.addCard} onClick={props.onCard}>
        <Plus aria-hidden="true" />
        <span className={label}>{words.addCard}</span>
      </Button>
      <Button variant="ghost" size="sm" aria-label={words.addColumn} onClick={props.onColumn}>
        <Columns3 aria-hidden="true" />
        <span className={label}>{words.addColumn}</span>
      </Button>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="sm" aria-label={words.ask}>
            <Sparkles aria-hidden="true" />
            <span className={label}>{words.ask}</span>
          </Button>
        </MenuTrigger>
        <MenuContent align="start">
          <MenuLabel className="max-w-64 whitespace-normal">
            {props.isApart ? words.asksAbout.apart : words.asksAbout.part(props.about)}
          </MenuLabel>
          {askNames.map((name) => (
            <MenuItem key={name} disabled={!props.canAsk(name)} onSelect={() => props.onAsk(name)}>
              {words.asks[name].label}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {props.about !== null && (
        // A phone has room for it below the tools.
        <div className="flex min-w-24 max-sm:hidden">
          <ScopeChip label={props.about} onRemove={props.onWholeScript} />
        </div>
      )}
      <span className="flex-1" />
      <FilterMenu
        label={words.who}
        value={filter.who}
        all={words.everybody}
        options={people.map((name) => [name, name] as const)}
        onValue={(who) => onFilter({ ...filter, who })}
      />
      <FilterMenu
        label={words.whichColor}
        value={filter.color}
        all={words.anyColor}
        options={[
          ...colors.map((color) => [color, colorName(color)] as const),
          ['', words.noColor] as const,
        ]}
        onValue={(color) => onFilter({ ...filter, color })}
      />
      <Button
        variant="ghost"
        size="sm"
        aria-label={messages.pageView.commands.undo}
        onClick={props.onUndo}
      >
        <Undo2 aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={messages.pageView.commands.redo}
        onClick={props.onRedo}
      >
        <Redo2 aria-hidden="true" />
      </Button>
      {props.commands}
    </div>
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
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          title={label}
          aria-pressed={value !== null}
          className="aria-pressed:bg-accent-wash aria-pressed:text-ink"
        >
          <span className="max-w-[14ch] truncate">{name}</span>
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel>{label}</MenuLabel>
        <MenuRadioGroup
          value={value ?? ALL}
          onValueChange={(chosen) => onValue(chosen === ALL ? null : chosen)}
        >
          <MenuRadioItem value={ALL}>{all}</MenuRadioItem>
          {options.map(([one, its]) => (
            <MenuRadioItem key={one} value={one}>
              {its}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
