import { useState } from 'react'
import { writeClipboard } from '../../../lib/secure-context.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'

const { security } = messages
const words = security.codes

/** In blocks of four, easier to copy by hand; the server ignores the hyphens. */
const grouped = (code: string) => (code.match(/.{1,4}/g) ?? []).join('-')

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const lines = codes.map(grouped)
  const [isCopyFailed, setIsCopyFailed] = useState(false)
  const text = `${lines.join('\n')}\n`

  async function copy(): Promise<void> {
    try {
      await writeClipboard({ plain: text })
      setIsCopyFailed(false)
      showToast({ title: security.successTitle, message: words.copied, kind: 'success' })
    } catch {
      // Not allowed: the codes can still be read and downloaded.
      setIsCopyFailed(true)
      showToast({ title: security.errorTitle, message: words.copyFailed, kind: 'error' })
    }
  }

  return (
    <>
      <p className="text-ink-2">{words.explanation}</p>
      <ul
        aria-label={words.list}
        className="grid gap-x-6 gap-y-1 rounded-sm border border-line bg-sunk p-4 font-script sm:grid-cols-2"
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button onClick={() => saveFile(text, 'text/plain', words.fileName)}>
          {words.download}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
      {isCopyFailed && <FailureNote>{words.copyFailed}</FailureNote>}
    </>
  )
}
