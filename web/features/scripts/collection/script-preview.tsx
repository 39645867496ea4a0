import type { PreviewElement } from '../../../../screenplay/layout.ts'
import { messages } from '../../../messages.ts'
import { previewLines } from './preview-text.ts'

/** Indented by fewer columns than on a page, as a card is narrower. */
const styles: Partial<Record<PreviewElement['type'], string>> = {
  'scene-heading': 'font-bold text-ink uppercase not-first:mt-1.5',
  character: 'mt-1.5 pl-[9ch]',
  parenthetical: 'pl-[7ch]',
  dialogue: 'pl-[5ch] pr-[3ch]',
  lyrics: 'pl-[5ch] pr-[3ch] italic',
  transition: 'not-first:mt-1.5 text-right uppercase',
  centered: 'not-first:mt-1.5 text-center',
}

/** The first lines of a script, set as on its page. A space between two of them, for those who do not see it. */
export function ScriptPreview({ start, className }: { start: string; className: string }) {
  const lines = previewLines(start)
  return (
    <p dir="auto" className={`font-script text-ink-2 wrap-anywhere ${className}`}>
      {lines.length === 0 && messages.dashboard.placeholder}
      {lines.map(({ type, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity, and never move
        <span key={at} className={`block ${styles[type] ?? 'not-first:mt-1.5'}`}>
          {text}
          {at < lines.length - 1 && ' '}
        </span>
      ))}
    </p>
  )
}
