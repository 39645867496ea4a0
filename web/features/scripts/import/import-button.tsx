import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { importingMessages } from '../../../messages/importing.ts'
import { Button } from '../../../ui/button/button.tsx'
import { type AskedEncoding, EncodingDialog } from './encoding-dialog.tsx'
import {
  IMPORTED_FILES,
  type ReadScript,
  readScriptFile,
  EncodingQuestion,
  importSummary,
} from './import-client.ts'
import { useNavigate } from 'react-router'
import type { ImportFailureCode } from '../../../../screenplay/formats.ts'
import { logError } from '../../../lib/log.ts'
import { newId } from '../../../lib/ids.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { useSaveScript, saveFailure } from '../api/save-script.ts'
import { COLLECTION } from '../collection/shown-scripts.ts'

const words = importingMessages

const reasons: Record<ImportFailureCode, string> = words.reasons

function importFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = new Map(Object.entries(reasons)).get(code)
  if (!reason) logError(words.failed, error)
  return reason ?? words.failed
}

/** Reads the file, saves it as a new script and opens it. */
function useImport() {
  const navigate = useNavigate()
  const { mutateAsync } = useSaveScript()
  const [isImporting, setIsImporting] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [asked, setAsked] = useState<AskedEncoding>()
  const reading = useRef<AbortController>(null)

  async function save(script: ReadScript): Promise<void> {
    try {
      const saved = await mutateAsync({
        title: script.title,
        text: async () => ({ text: script.text, revision: null }),
        scriptId: null,
        conversationId: null,
        expectedUpdatedAt: null,
        creationKey: newId(),
      })
      report(COLLECTION, {
        title: words.done,
        message: importSummary(script),
        kind: 'success',
      })
      await navigate(`/editor/${saved.id}`)
    } catch (error) {
      report(COLLECTION, saveFailure(error))
    }
  }

  async function read(file: File, signal: AbortSignal, encoding?: string): Promise<ReadScript> {
    setIsReading(true)
    try {
      return await readScriptFile(file, { signal, onProgress: setProgress, encoding })
    } finally {
      setIsReading(false)
      setProgress(null)
    }
  }

  /** Asks for the encoding if the file does not tell it; null if the writer cancels. */
  async function readOrAsk(file: File, signal: AbortSignal): Promise<ReadScript | null> {
    try {
      return await read(file, signal)
    } catch (error) {
      if (!(error instanceof EncodingQuestion)) throw error
      const { promise, resolve } = Promise.withResolvers<string | null>()
      setAsked({ file: file.name, choices: error.choices, answer: resolve })
      const encoding = await promise
      setAsked(undefined)
      return encoding === null ? null : read(file, signal, encoding)
    }
  }

  async function importFile(file: File): Promise<void> {
    const { signal } = (reading.current = new AbortController())
    setIsImporting(true)
    try {
      const script = await readOrAsk(file, signal)
      if (script) await save(script)
    } catch (error) {
      if (signal.aborted) return
      report(COLLECTION, { title: words.failedTitle, message: importFailure(error), kind: 'error' })
    } finally {
      setIsImporting(false)
    }
  }

  /** Stops reading; a file that has been read is saved. */
  const cancel = () => reading.current?.abort()

  return { importFile, isImporting, isReading, progress, cancel, asked }
}

export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const { importFile, isImporting, isReading, progress, cancel, asked } = useImport()

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0]
    // Reset, so that choosing the same file again fires a change event.
    target.value = ''
    if (file) void importFile(file)
  }

  return (
    <>
      <Button
        busy={isImporting}
        onClick={() => input.current?.click()}
        title={words.hint}
        className="flex-1 sm:flex-none"
      >
        <Upload />
        {words.import}
      </Button>
      {isReading && (
        <>
          <output className="self-center text-sm text-ink-2">{words.reading(progress)}</output>
          <Button variant="ghost" onClick={cancel}>
            {words.cancel}
          </Button>
        </>
      )}
      {asked && <EncodingDialog {...asked} />}
      <input
        ref={input}
        type="file"
        accept={IMPORTED_FILES}
        aria-label={words.file}
        onChange={choose}
        hidden
      />
    </>
  )
}
