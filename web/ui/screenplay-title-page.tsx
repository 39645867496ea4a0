import { memo } from 'react'
import type { TitleEntry } from '../../screenplay/elements.ts'
import { plainText } from '../../screenplay/emphasis.ts'

/** What a title page says first, in this order; the rest follows in small. */
const FIRST = ['title', 'credit', 'author', 'authors', 'source']

export const ScreenplayTitlePage = memo(function ScreenplayTitlePage(props: {
  entries: readonly TitleEntry[]
}) {
  if (props.entries.length === 0) return null
  const isFirst = ({ key }: TitleEntry) => FIRST.includes(key.toLowerCase())
  const line = ({ key, values, start }: TitleEntry) => (
    <p key={start} data-title-entry={key.toLowerCase()} dir="auto">
      {plainText(values.join('\n'))}
    </p>
  )
  return (
    <header data-title-page="">
      {props.entries.filter(isFirst).map(line)}
      {props.entries.filter((entry) => !isFirst(entry)).map(line)}
    </header>
  )
})
