import { useMemo } from 'react'
import {
  type PrintedElement,
  printedElements,
  plainText,
  parse,
} from '../../../screenplay/model.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { giveFocus } from '../../lib/focus.ts'

const { reading } = messages.pageView

type Part = { start: number } & (
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'speech'; name: string; lines: string[] }
)

/** Speeches as one part each: who speaks, then everything that is said. */
function partsOf(elements: readonly PrintedElement[]): Part[] {
  const parts: Part[] = []
  for (const { type, text, start, blank } of elements) {
    const last = parts.at(-1)
    const plain = plainText(text)
    if (type === 'page-break' || blank) continue
    if (type === 'scene-heading') parts.push({ kind: 'heading', start, text: plain })
    else if (type === 'character') parts.push({ kind: 'speech', start, name: plain, lines: [] })
    else if ((type === 'dialogue' || type === 'parenthetical') && last?.kind === 'speech')
      last.lines.push(plain)
    else parts.push({ kind: 'paragraph', start, text: plain })
  }
  return parts
}

type ReadingModeProps = { text: string; title: string; onClose: () => void }

/** The script as one plain document, in reading order, for screen readers and for reading. */
export function ReadingMode({ text, title, onClose }: ReadingModeProps) {
  const parts = useMemo(() => partsOf(printedElements(parse(text))), [text])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
      className="min-h-0 flex-1 overflow-auto bg-sheet px-4 py-6 sm:px-8"
    >
      <div className="mx-auto mb-6 flex max-w-160 justify-end">
        {/* The page, which had the focus, is gone. */}
        <Button ref={giveFocus} size="sm" onClick={onClose}>
          {reading.close}
        </Button>
      </div>
      <article aria-label={reading.label} className="mx-auto max-w-160 text-base leading-7">
        <h2 className="mb-6 text-2xl font-semibold" dir="auto">
          {title}
        </h2>
        {parts.map((part) =>
          part.kind === 'speech' ? (
            <div key={part.start} className="my-4 pl-6" dir="auto">
              <p className="font-semibold">{part.name}</p>
              {part.lines.map((line, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the lines of a speech have no other identity
                <p key={index}>{line}</p>
              ))}
            </div>
          ) : part.kind === 'heading' ? (
            <h3 key={part.start} className="mt-8 mb-3 text-lg font-semibold uppercase" dir="auto">
              {part.text}
            </h3>
          ) : (
            <p key={part.start} className="my-4 whitespace-pre-wrap" dir="auto">
              {part.text}
            </p>
          ),
        )}
      </article>
    </div>
  )
}
