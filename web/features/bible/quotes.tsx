import type { Source } from '../../../contract/reading.ts'
import { bibleMessages as words } from '../../messages/bible.ts'

type QuotesProps = { sources: readonly Source[]; onShow: (source: Source) => void }

/** Quotes of the script; each leads to its place. */
export function Quotes({ sources, onShow }: QuotesProps) {
  if (sources.length === 0) return null
  return (
    <ul aria-label={words.quotes} className="grid gap-1.5">
      {sources.map((source) => (
        <li key={`${source.scene} ${source.quote}`}>
          <button
            type="button"
            title={words.showInScript}
            onClick={() => onShow(source)}
            className="block w-full rounded-sm border-l-2 border-line-2 py-0.5 pl-2.5 text-left hover:border-accent hover:bg-sunk"
          >
            <q
              dir="auto"
              className="line-clamp-4 block font-script text-sm wrap-anywhere quotes-none"
            >
              {source.quote}
            </q>
            <span dir="auto" className="block truncate text-xs text-ink-2">
              {source.scene}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
