import type { FiledEntry } from '../../../../contract/bible-file.ts'
import { fileNameOf } from '../../../../contract/file-name.ts'
import type { Source } from '../../../../contract/reading.ts'
import type { Database } from '../../../../contract/tables.ts'
import { errorText } from '../../../error-text.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { EXPORT } from './download.ts'

const { documents } = messages

type Row = FiledEntry & Pick<Database['public']['Tables']['story_entries']['Row'], 'sources'>

// The database lets nobody write anything else there.
const filedOf = (row: Row) => ({ ...row, sources: row.sources as Source[] })

const fail = (message: string) =>
  report(EXPORT, { title: documents.failedTitle, message, kind: 'error' })

/** Downloads the bible of a text, as the server has it. */
export async function exportBible(workId: string | null, title: string): Promise<void> {
  clearFailure(EXPORT)
  try {
    const [{ bibleFile }, rows] = await Promise.all([
      import('../../../../contract/bible-file.ts'),
      workId === null
        ? []
        : dataOf(
            supabase()
              .from('story_entries')
              .select('kind, name, aliases, body, pinned, sources')
              .eq('work_id', workId)
              .order('name'),
          ),
    ])
    if (rows.length === 0) {
      fail(documents.noBible)
      return
    }
    const name = documents.bibleName(title)
    saveFile(bibleFile(title, rows.map(filedOf)), 'text/markdown', `${fileNameOf(name)}.md`)
  } catch (error) {
    fail(errorText(error, documents.failed))
  }
}
