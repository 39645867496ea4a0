import { type ClipboardEvent, memo, type ReactNode, useState } from 'react'
import {
  type Element,
  isForPrograms,
  plainText,
  printedValues,
  spansOf,
  type TitleEntry,
} from '../../screenplay/model.ts'
import { classNames } from '../lib/class-names.ts'
import { copiedScreenplay } from './copied-screenplay.ts'
import type { Chunk } from './chunks.ts'
import { createScreenplayReader } from './reader.ts'
import { useDeferredItems } from '../ui/use-deferred-items.ts'

/** The entries at the top of a title page; the rest follows below. */
const FIRST = new Set(['title', 'credit', 'author', 'authors', 'source'])

const isFirst = ({ key }: TitleEntry) => FIRST.has(key.toLowerCase())

const line = (entry: TitleEntry) => (
  <p key={entry.start} data-title-entry={entry.key.toLowerCase()} dir="auto">
    {plainText(printedValues(entry).join('\n'))}
  </p>
)

const ScreenplayTitlePage = memo(function ScreenplayTitlePage(props: {
  entries: readonly TitleEntry[]
}) {
  if (props.entries.length === 0) return null
  return (
    <header data-title-page="">
      {props.entries.filter(isFirst).map(line)}
      {props.entries.filter((entry) => !isFirst(entry)).map(line)}
    </header>
  )
})

/** Two screens at first, then small steps that do not block typing. */
const LATE = { first: 3, step: 3 }

type ScreenplayProps = {
  text: string
  className?: string
  /** Where reading starts; that part is rendered first. */
  opensAt?: 'start' | 'end'
  /** Shown after the last word, such as a cursor. */
  end?: ReactNode
}

/** A text laid out as a screenplay. When it grows, unchanged parts are not rendered again. */
export function Screenplay({ text, className, opensAt = 'end', end }: ScreenplayProps) {
  const [read] = useState(createScreenplayReader)
  const { titlePage, chunks } = read(text)
  const missing = useDeferredItems(chunks.length, LATE)
  const isLate = (index: number) =>
    opensAt === 'start' ? index >= chunks.length - missing : index > 0 && index < missing
  const [isWhole] = useState(text !== '')
  return (
    <div
      className={classNames('screenplay', className)}
      data-late={missing > 0 || undefined}
      data-whole={(isWhole && opensAt === 'end') || undefined}
      onCopy={(event: ClipboardEvent) => {
        const copied = copiedScreenplay(window.getSelection(), event.currentTarget)
        if (copied === '') return
        event.clipboardData.setData('text/plain', copied)
        event.preventDefault()
      }}
    >
      <ScreenplayTitlePage entries={titlePage} />
      {chunks.map((chunk, index) =>
        isLate(index) ? (
          <div key={chunk[0]?.start} data-chunk="late" />
        ) : (
          <ChunkView key={chunk[0]?.start} elements={chunk} />
        ),
      )}
      {end}
    </div>
  )
}

const ChunkView = memo(function ChunkView({ elements }: { elements: Chunk }) {
  return (
    <div data-chunk="">
      {elements.map((element, index) => {
        if (element.dual === 'right') return null
        if (element.dual === 'left' && elements[index - 1]?.dual === 'left') return null
        return element.dual === 'left' ? (
          <DualDialogue key={element.start} elements={dualGroup(elements, index)} />
        ) : (
          <ElementView key={element.start} element={element} />
        )
      })}
    </div>
  )
})

/** From the first element of the left speech to the last of the right one. */
function dualGroup(elements: Chunk, from: number): Element[] {
  let to = from
  while (elements[to]?.dual === 'left') to += 1
  while (elements[to]?.dual === 'right') to += 1
  return elements.slice(from, to)
}

function DualDialogue({ elements }: { elements: Element[] }) {
  return (
    <div data-element="dual">
      {(['left', 'right'] as const).map((side) => (
        <div key={side}>
          {elements
            .filter(({ dual }) => dual === side)
            .map((element) => (
              <ElementView key={element.start} element={element} />
            ))}
        </div>
      ))}
    </div>
  )
}

/** No page has more rows. */
const MAX_ROWS = 54

/** The margin for empty lines above action, which are printed. */
const spaceAbove = (rows: number) => ({ marginTop: `${1.35 * (1 + Math.min(rows, MAX_ROWS))}em` })

/** Memoised by identity: an unchanged element is the same object. */
export const ElementView = memo(function ElementView({ element }: { element: Element }) {
  if (element.type === 'boneyard') return null
  if (element.type === 'note' && isForPrograms(element.text)) return null
  if (element.type === 'page-break') return <hr data-element="page-break" />
  return (
    <p
      data-element={element.type}
      data-apart={element.apart}
      dir="auto"
      style={element.spaceAbove ? spaceAbove(element.spaceAbove) : undefined}
    >
      {element.sceneNumber && <span data-scene-number="">{element.sceneNumber}</span>}
      <Spans text={element.text} />
    </p>
  )
})

function Spans({ text }: { text: string }) {
  const spans = spansOf(text)
  let at = 0
  return spans.map((span) => {
    const { bold, italic, underline } = span
    at += span.text.length
    if (!bold && !italic && !underline) return span.text
    const look = classNames(bold && 'font-bold', italic && 'italic', underline && 'underline')
    return (
      <span key={at} className={look}>
        {span.text}
      </span>
    )
  })
}
