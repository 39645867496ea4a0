import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useStore } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { notesMessages, notesPanelMessages as words } from '../../messages/notes.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { NoteCard } from './note-card.tsx'
import type { NotesControl } from './notes-control.ts'

const { commands } = notesMessages

/** On a phone: the note whose words were touched, below them. The text stays in view and can be scrolled. */
export function NoteSheet({ control }: { control: NotesControl }) {
  const opened = useStore(control.opened)
  const { notes } = useSyncExternalStore(control.notes.subscribe, control.notes.snapshot)
  const note = notes.find(({ id }) => id === opened)
  if (!note) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside
    <section
      aria-label={words.title}
      data-holds-toasts=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        control.opened.set(null)
      }}
      className="absolute inset-x-0 bottom-0 z-20 grid max-h-[55%] gap-2 overflow-y-auto rounded-t-lg border border-b-0 border-line bg-paper px-3 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-raised keyboard:hidden"
    >
      <div className="flex items-center gap-1">
        <IconButton icon={ChevronLeft} label={commands.previous} onClick={() => control.step(-1)} />
        <IconButton icon={ChevronRight} label={commands.next} onClick={() => control.step(1)} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={messages.common.close}
          onClick={() => control.opened.set(null)}
          className="ml-auto"
        >
          <X />
        </Button>
      </div>
      <NoteCard
        note={note}
        isCurrent={false}
        control={control}
        onGo={() => control.goTo(note.id)}
      />
    </section>
  )
}
