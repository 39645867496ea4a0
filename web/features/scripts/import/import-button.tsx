import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { importingMessages } from '../../../messages/importing.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EncodingDialog } from './encoding-dialog.tsx'
import { IMPORTED_FILES } from './read-script-file.ts'
import { useImport } from './use-import.ts'

const words = importingMessages

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
        <Upload aria-hidden="true" />
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
