import { memo } from 'react'
import { printedValues, type TitleEntry, plainText } from '../../screenplay/model.ts'

/** The entries at the top of a title page; the rest follows below. */
const FIRST = new Set(['title', 'credit', 'author', 'authors', 'source'])

const isFirst = ({ key }: TitleEntry) => FIRST.has(key.toLowerCase())

const line = (entry: TitleEntry) => (
  <p key={entry.start} data-title-entry={entry.key.toLowerCase()} dir="auto">
    {plainText(printedValues(entry).join('\n'))}
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
