import { fileNameOf, uniqueNames } from '../../../../contract/file-name.ts'
import { fdxOf, writeZip, type ZipFile } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { collectionMessages as words } from '../../../messages/collection.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { readScript } from '../api/script.ts'

export type ArchiveFormat = 'fountain' | 'fdx'

/** The working text, or else the text as saved; null if the script no longer exists. */
async function scriptText(userId: string, id: string): Promise<string | null> {
  const [opened] = await dataOf(supabase().rpc('open_text', { script_id: id }))
  if (opened && opened.saved_at === null) return opened.text
  return (await readScript(userId, id, new AbortController().signal))?.text ?? null
}

/** Downloads scripts as one zip file, each as it opens in the editor, one after the other. */
export async function exportScripts(
  userId: string,
  scripts: readonly SavedScript[],
  format: ArchiveFormat,
): Promise<void> {
  const unique = uniqueNames()
  const files: ZipFile[] = []
  for (const { id, title } of scripts) {
    const text = await scriptText(userId, id)
    if (text === null) continue
    const content = format === 'fdx' ? await fdxOf(parse(text)) : text
    files.push({ name: `${unique(fileNameOf(title))}.${format}`, content })
  }
  saveFile(await writeZip(files), 'application/zip', `${words.exportName}.zip`)
}
