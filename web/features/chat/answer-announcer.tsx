import { useEffect, useState } from 'react'
import type { GrowingText } from './generation/growing-text.ts'

/** How often a screen reader is told of new text, at most. */
const EVERY = 4_000

/** Whole paragraphs only: half of one would be read twice. */
const finished = (text: string) => text.slice(0, Math.max(0, text.lastIndexOf('\n\n')))

/** Reads new paragraphs out when the listener has a moment, never word by word. */
export function AnswerAnnouncer({ growing }: { growing: GrowingText }) {
  const [news, setNews] = useState('')
  useEffect(() => {
    let told = finished(growing.get()).length
    const timer = setInterval(() => {
      const text = finished(growing.get())
      if (text.length < told) told = 0
      if (text.length === told) return
      setNews(text.slice(told).trim())
      told = text.length
    }, EVERY)
    return () => clearInterval(timer)
  }, [growing])
  return (
    <div aria-live="polite" className="sr-only">
      {news}
    </div>
  )
}
