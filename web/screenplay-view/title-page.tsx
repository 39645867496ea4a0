import { memo } from 'react'
import type { TitleEntry } from '../../screenplay/elements.ts'
import { plainText } from '../../screenplay/emphasis.ts'

/** The entries at the top of a title page; the rest follows below. */
const FIRST = new Set(['title', 'credit', 'author', 'authors', 'source'])

const isFirst = ({ key }: TitleEntry) => FIRST.has(key.toLowerCase())

const line = ({ key, values, start }: TitleEntry) => (
  <p key={start} data-title-entry={key.toLowerCase()} dir="auto">
    {plainText(values.join('\n'))}
  </p>
)

export const ScreenplayTitlePage = memo(function ScreenplayTitlePage(props: {
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
