import { Command, defaultFilter } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../../../lib/class-names.ts'
import { pageMessages } from '../../../messages/page.ts'
import { overlayStyle } from '../../../ui/overlay/dialog.tsx'
import { useFocusReturn } from '../../../ui/overlay/use-focus-return.ts'
import { receiveTypedAhead } from '../typed-ahead.ts'
import { shortcutText } from './shortcut-text.ts'

const words = pageMessages.commands

export type PaletteCommand = {
  id: string
  label: string
  /** The heading it stands under. */
  group: string
  /** As CodeMirror writes it: `Mod-Shift-k`. */
  shortcut?: string | undefined
  /** Other words by which it is found. */
  keywords?: readonly string[]
  run: () => void
  /** A function is called when the palette opens. */
  isAvailable: boolean | (() => boolean)
}

type CommandPaletteProps = {
  commands: readonly PaletteCommand[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function CommandPalette({ commands, isOpen, onOpenChange }: CommandPaletteProps) {
  const focus = useFocusReturn()
  const chosen = useRef<PaletteCommand>(undefined)
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(overlayStyle)} />
        <Radix.Content
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            flushSync(() => onOpenChange(false))
            focus.focusOpener()
          }}
          onCloseAutoFocus={(event) => {
            // Restores the focus before the command runs, which may move it.
            focus.onCloseAutoFocus(event)
            chosen.current?.run()
            chosen.current = undefined
          }}
          aria-describedby={undefined}
          // No exit animation, because the command would wait for its end.
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-sheet shadow-raised duration-100 outline-none data-[state=open]:animate-in data-[state=open]:fade-in-0"
        >
          <Radix.Title className="sr-only">{words.label}</Radix.Title>
          <Commands
            commands={commands}
            onChoose={(command) => {
              chosen.current = command
              onOpenChange(false)
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type CommandsProps = {
  commands: readonly PaletteCommand[]
  onChoose: (command: PaletteCommand) => void
}

/** Those that match, by the words that the user reads; the best first, and with it its group. */
function matching(commands: readonly PaletteCommand[], search: string): readonly PaletteCommand[] {
  if (search.trim() === '') return commands
  return commands
    .map((command) => {
      const { label, keywords = [], group } = command
      return { command, score: defaultFilter([label, ...keywords, group].join(' '), search) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ command }) => command)
}

const isOffered = ({ isAvailable }: PaletteCommand): boolean =>
  typeof isAvailable === 'function' ? isAvailable() : isAvailable

function Commands({ commands, onChoose }: CommandsProps) {
  const [search, setSearch] = useState('')
  const offered = useMemo(() => commands.filter(isOffered), [commands])
  useEffect(() => {
    receiveTypedAhead(setSearch)
  }, [])
  const groups = Map.groupBy(matching(offered, search), ({ group }) => group)
  return (
    <Command label={words.label} loop vimBindings={false} shouldFilter={false}>
      <div className="relative border-b border-line">
        <Search className="pointer-events-none absolute top-1/2 left-4 size-[17px] -translate-y-1/2 text-ink-2" />
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder={words.search}
          className="h-13 w-full bg-transparent pr-4 pl-11 text-base outline-none placeholder:text-ink-2 touch:text-[1rem]"
        />
      </div>
      <Command.List
        label={words.label}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1.5"
      >
        <Command.Empty className="px-2.5 py-3 text-md text-ink-2">{words.noneFound}</Command.Empty>
        {[...groups].map(([group, members]) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-2"
          >
            {members.map((command) => (
              <CommandItem key={command.id} command={command} onChoose={() => onChoose(command)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

type CommandItemProps = { command: PaletteCommand; onChoose: () => void }

function CommandItem({ command, onChoose }: CommandItemProps) {
  const { id, label, shortcut } = command
  return (
    <Command.Item
      value={id}
      onSelect={onChoose}
      // The background alone is too faint as a mark.
      className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 text-md select-none data-[selected=true]:bg-sunk data-[selected=true]:shadow-[inset_2px_0_0_var(--accent)] touch:min-h-11"
    >
      <span className="min-w-0 flex-1">{label}</span>
      {shortcut && (
        <kbd className="shrink-0 font-ui text-sm text-ink-2">{shortcutText(shortcut)}</kbd>
      )}
    </Command.Item>
  )
}
