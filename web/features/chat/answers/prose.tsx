/* oxlint-disable react/no-array-index-key -- the parts of a text have no identity but their order */
import { Fragment, type ReactNode } from 'react'
import { plainText, spansOf } from '../../../../screenplay/model.ts'

/** What a model writes to the writer, as the usual part of Markdown: no HTML, and no links that can be followed. */
type Block =
  | { kind: 'paragraph' | 'heading' | 'code'; text: string }
  | { kind: 'list'; items: Item[] }
type Item = { text: string; depth: number; number: number | null }

const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^#{1,6}\s+(.*)$/
const ITEM = /^(\s*)(?:[-*+•]|(\d{1,9})[.)])\s+(.*)$/
const CODE = /`([^`]+)`/
const LINK = /\[([^\][]*)\]\(([^\s()]*)\)/g

/** Words and address, as text. */
const withoutLinks = (text: string) =>
  text.replaceAll(LINK, (_link, words: string, address: string) =>
    words === '' || words === address ? address : `${words} (${address})`,
  )

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  /** What the next line may still belong to. */
  let open: Block | undefined
  let isCode = false
  const begin = (block: Block) => {
    blocks.push(block)
    open = block
  }
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const [, heading] = HEADING.exec(line) ?? []
    const [, indent = '', number, item] = ITEM.exec(line) ?? []
    if (FENCE.test(line)) {
      isCode = !isCode
      if (isCode) begin({ kind: 'code', text: '' })
      else open = undefined
    } else if (isCode && open?.kind === 'code') open.text += open.text === '' ? line : `\n${line}`
    else if (line.trim() === '') {
      if (open?.kind !== 'list') open = undefined
    } else if (heading !== undefined) {
      begin({ kind: 'heading', text: heading })
      open = undefined
    } else if (item !== undefined) {
      if (open?.kind !== 'list') begin({ kind: 'list', items: [] })
      if (open?.kind === 'list')
        open.items.push({
          text: item,
          depth: Math.min(3, Math.floor(indent.length / 2)),
          number: number === undefined ? null : Number(number),
        })
    } else if (open?.kind === 'paragraph') open.text += `\n${line}`
    else if (open?.kind === 'list' && /^\s/.test(line)) {
      const last = open.items.at(-1)
      if (last) last.text += `\n${line.trim()}`
    } else begin({ kind: 'paragraph', text: line })
  }
  return blocks
}

/** Alternately text and code. */
const inlineParts = (text: string) => withoutLinks(text).split(CODE)

/** Emphasis as a script has it: two underscores are bold, and those inside of words, as in a file's name, are text. */
const asEmphasis = (text: string) =>
  text
    .replaceAll(/__(?=\S)([^_]+)__/g, '**$1**')
    .replaceAll(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, '\\_')

function Inline({ text }: { text: string }): ReactNode {
  return inlineParts(text).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded-sm bg-sunk px-1 font-script text-[0.95em]">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{emphasized(part)}</Fragment>
    ),
  )
}

const emphasized = (text: string): ReactNode[] =>
  spansOf(asEmphasis(text)).map(({ text: words, bold, italic, underline }, index) => {
    // Markdown has no underline: its underscores are another way to write italics.
    const slanted = italic || underline ? <em key={index}>{words}</em> : words
    return bold ? <strong key={index}>{slanted}</strong> : slanted
  })

/** Items with those below them, which are indented more. */
function List({ items, end }: { items: readonly Item[]; end: ReactNode }) {
  const [first] = items
  if (!first) return end
  const starts = items.flatMap(({ depth }, index) => (depth <= first.depth ? [index] : []))
  const entries = starts.map((start, index) => {
    const [own, ...below] = items.slice(start, starts[index + 1] ?? items.length)
    const isLast = index === starts.length - 1
    return (
      <li key={start} className="pl-1 whitespace-pre-wrap">
        <Inline text={own?.text ?? ''} />
        {below.length > 0 ? <List items={below} end={isLast && end} /> : isLast && end}
      </li>
    )
  })
  return first.number === null ? (
    <ul className="list-disc space-y-1 pl-5 [li>&]:mt-1">{entries}</ul>
  ) : (
    <ol start={first.number} className="list-decimal space-y-1 pl-6 [li>&]:mt-1">
      {entries}
    </ol>
  )
}

type ProseProps = {
  text: string
  /** Shown after the last word, such as a cursor. */
  end: ReactNode
}

export function Prose({ text, end }: ProseProps) {
  const blocks = blocksOf(text.trim())
  return blocks.map((block, index) => {
    const last = index === blocks.length - 1 && end
    if (block.kind === 'list') return <List key={index} items={block.items} end={last} />
    if (block.kind === 'code')
      return (
        <pre
          key={index}
          className="rounded-sm bg-sunk px-3 py-2 font-script text-sm wrap-anywhere whitespace-pre-wrap"
        >
          <code>{block.text}</code>
          {last}
        </pre>
      )
    return (
      <p
        key={index}
        dir="auto"
        className={block.kind === 'heading' ? 'font-semibold' : 'whitespace-pre-wrap'}
      >
        <Inline text={block.text} />
        {last}
      </p>
    )
  })
}

const plainInline = (text: string) =>
  inlineParts(text)
    .map((part, index) => (index % 2 === 1 ? part : plainText(asEmphasis(part))))
    .join('')

/** The words without any markup, to be spoken. */
export const plainProse = (text: string): string =>
  blocksOf(text.trim())
    .map((block) => {
      if (block.kind === 'list') return block.items.map((item) => plainInline(item.text)).join('\n')
      return block.kind === 'code' ? block.text : plainInline(block.text)
    })
    .join('\n\n')
