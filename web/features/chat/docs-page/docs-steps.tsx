import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { COPIED_NOTE } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { buttonStyle } from '../../../ui/button/button-style.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { copyRichText } from './copy-rich-text.ts'
import { richText } from './rich-text.ts'

const words = messages.docsPage
const NEW_DOCUMENT = 'https://docs.google.com/document/create'

/** Copies a text and leads to a new Google document. */
export function DocsSteps({ text }: { text: string }) {
  const shown = useRef<HTMLDivElement>(null)
  const [note, setNote] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (note !== 'copied') return undefined
    const timer = setTimeout(() => setNote(undefined), COPIED_NOTE)
    return () => clearTimeout(timer)
  }, [note])

  async function copy(): Promise<void> {
    if (!shown.current) return
    const isCopied = await copyRichText(richText(text), shown.current)
    setNote(isCopied ? 'copied' : 'failed')
  }

  return (
    <main className="mx-auto grid max-w-190 gap-6 px-4 py-8">
      <header className="grid gap-1.5">
        <h1 className="text-xl font-semibold">{words.title}</h1>
        <p className="text-ink-2">{words.hint}</p>
      </header>
      <ol className="grid gap-4 sm:grid-cols-2">
        <li className="grid content-start justify-items-start gap-2">
          <h2 className="text-md font-medium">{words.step1}</h2>
          <Button variant="primary" onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            {words.copy}
          </Button>
          <output className="flex min-h-5 items-center gap-1.5 text-sm text-ink-2">
            {note === 'copied' && (
              <>
                <Check aria-hidden="true" className="size-4 text-good" />
                {words.copied}
              </>
            )}
            {note === 'failed' && words.copyFailed}
          </output>
        </li>
        <li className="grid content-start justify-items-start gap-2">
          <h2 className="text-md font-medium">{words.step2}</h2>
          <a
            href={NEW_DOCUMENT}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            <ExternalLink aria-hidden="true" />
            {words.create}
          </a>
        </li>
      </ol>
      <div
        ref={shown}
        className="rounded-md border border-line bg-sheet px-4 py-6 shadow-sheet sm:px-8 sm:py-8"
      >
        <Screenplay text={text} className="mx-auto" opensAt="start" />
      </div>
    </main>
  )
}
