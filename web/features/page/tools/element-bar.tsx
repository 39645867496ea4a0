import { messages } from '../../../messages.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { CursorPlace } from '../editor/cursor-place.ts'
import type { ElementChoice } from '../../../../screenplay/editing.ts'

const { pageView } = messages

const shown = [
  'scene-heading',
  'action',
  'character',
  'dialogue',
  'parenthetical',
  'transition',
] as const satisfies readonly ElementChoice[]

type ElementBarProps = {
  element: CursorPlace['element']
  isDual: boolean
  onElement: (choice: ElementChoice) => void
}

/** On a phone, above the keyboard: what the line is, and what else it can be. */
export function ElementBar({ element, isDual, onElement }: ElementBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={pageView.elementBar}
      className="flex shrink-0 gap-1 overflow-x-auto border-t border-line bg-sheet p-1 [scrollbar-width:none]"
    >
      {isDual && (
        <span className="flex h-11 shrink-0 items-center px-2 text-sm text-ink">
          {pageView.dual}
        </span>
      )}
      {shown.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={element === type}
          // The keyboard stays open: the text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onElement(type)}
          className={classNames(
            'h-11 shrink-0 rounded-sm px-3 text-md text-ink-2',
            'aria-pressed:bg-accent-wash aria-pressed:text-ink',
          )}
        >
          {pageView.elements[type]}
        </button>
      ))}
    </div>
  )
}

/** In the order of the menu. */
export const elementChoices: readonly { type: ElementChoice; key?: string }[] = [
  { type: 'scene-heading', key: 'Mod-Alt-1' },
  { type: 'action', key: 'Mod-Alt-2' },
  { type: 'character', key: 'Mod-Alt-3' },
  { type: 'parenthetical', key: 'Mod-Alt-4' },
  { type: 'dialogue', key: 'Mod-Alt-5' },
  { type: 'transition', key: 'Mod-Alt-6' },
  { type: 'lyrics', key: 'Mod-Alt-7' },
  { type: 'centered', key: 'Mod-Alt-8' },
  { type: 'section' },
  { type: 'synopsis' },
]
