import { messages } from '../../messages.ts'
import { boardMessages } from '../../messages/board.ts'
import { notesMessages as notes } from '../../messages/notes.ts'
import { pageMessages } from '../../messages/page.ts'
import { Dialog, DialogContent } from '../../ui/overlay/dialog.tsx'
import { noteKeys } from '../notes/note-keys.ts'
import { pageCommands } from '../page/editor/typing/page-commands.ts'
import { reviewCommands } from '../page/editor/review/review-commands.ts'
import { shortcutText } from '../page/panels/shortcut-text.ts'

const { pageView, editor, review } = messages
const words = pageMessages.shortcuts

type Shortcut = { label: string; keys: readonly string[] }

const general: readonly Shortcut[] = [
  { label: editor.save, keys: ['Mod-s'] },
  { label: pageView.palette, keys: ['Mod-k'] },
  { label: pageView.commands.find, keys: ['Mod-f'] },
  { label: words.switch, keys: ['F6'] },
  { label: pageView.commands.ask, keys: ['Mod-Shift-Enter'] },
  { label: words.send, keys: ['Enter'] },
  { label: words.newLine, keys: ['Shift-Enter'] },
  { label: words.stop, keys: ['Escape'] },
  { label: editor.shortcuts, keys: ['?', 'Mod-/'] },
]

const writing: readonly Shortcut[] = [
  { label: words.nextElement, keys: ['Enter'] },
  { label: words.otherElement, keys: ['Tab', 'Shift-Tab'] },
]

const onPage = (group: string): Shortcut[] =>
  pageCommands.flatMap(({ label, key, group: its }) =>
    key && its === group ? [{ label, keys: [key] }] : [],
  )

const { shortcuts: board } = boardMessages

const onBoard: readonly Shortcut[] = [
  { label: board.go, keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] },
  { label: board.select, keys: ['Shift-ArrowUp', 'Shift-ArrowDown'] },
  { label: board.move, keys: ['Alt-ArrowUp', 'Alt-ArrowDown', 'Alt-ArrowLeft', 'Alt-ArrowRight'] },
  { label: board.open, keys: ['Enter'] },
  { label: board.edit, keys: ['F2'] },
  { label: board.add, keys: ['n'] },
  { label: board.delete, keys: ['Delete'] },
  { label: board.undo, keys: ['Mod-z'] },
]

const sections: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [words.general, general],
  [words.elements, [...writing, ...onPage(pageView.groups.elements)]],
  [words.text, [...onPage(pageView.groups.text), ...onPage(pageView.groups.script)]],
  [board.title, onBoard],
  [
    review.group,
    reviewCommands.map(({ id, key }) => ({ label: review.commands[id], keys: [key] })),
  ],
  [notes.group, noteKeys.map(({ id, key }) => ({ label: notes.commands[id], keys: [key] }))],
]

type ShortcutsDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** All keys of the editor, read from the commands that they run. */
export function ShortcutsDialog({ isOpen, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={editor.shortcuts}
        closeLabel={messages.common.close}
        className="w-[min(46rem,calc(100vw-2rem))]"
      >
        <div className="gap-x-10 sm:columns-2">
          {sections.map(([title, shortcuts]) => (
            <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 text-sm font-medium text-ink-2">{title}</h3>
              <dl>
                {shortcuts.map(({ label, keys }) => (
                  <div
                    key={label}
                    className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 text-md last:border-0"
                  >
                    <dt>{label}</dt>
                    <dd className="flex shrink-0 gap-1.5">
                      {keys.map((key) => (
                        <kbd
                          key={key}
                          className="rounded-sm border border-line bg-sunk px-1.5 font-ui text-sm text-ink-2"
                        >
                          {shortcutText(key)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}
