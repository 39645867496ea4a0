import { fileNameOf } from '../../../../contract/file-name.ts'
import { errorText } from '../../../error-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import type { Format, Made } from './export-formats.ts'

const { documents } = messages

/** Where the failures of an export are shown. */
export const EXPORT = 'export'

/** Creates a document and downloads it; reports a failure, or that the text is empty. */
export async function download(
  { text, name, format }: { text: string; name: string; format: Format },
  make: () => Promise<Made | null>,
): Promise<void> {
  clearFailure(EXPORT)
  if (text.trim() === '') {
    report(EXPORT, {
      title: documents.failedTitle,
      message: documents.empty,
      kind: 'error',
      isSpecified: true,
    })
    return
  }
  try {
    const made = await make()
    if (made) saveFile(made.content, made.type, `${fileNameOf(name)}.${format}`)
  } catch (error) {
    report(EXPORT, {
      title: documents.failedTitle,
      message: errorText(error, documents.failed),
      kind: 'error',
    })
  }
}
