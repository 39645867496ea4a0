import { Download, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { Button } from '../../../ui/button/button.tsx'
import { report } from '../../../ui/feedback/failures.ts'
import { ButtonMenu, MenuItem } from '../../../ui/overlay/menu.tsx'
import type { SavedScript } from '../api/saved-scripts.ts'
import type { ArchiveFormat } from '../export/export-scripts.ts'
import { COLLECTION } from './shown-scripts.ts'
import { giveFocus } from '../../../lib/focus.ts'

const archiveFormats: readonly ArchiveFormat[] = ['fountain', 'fdx']

type SelectionBarProps = {
  userId: string
  scripts: readonly SavedScript[]
  onAll: () => void
  onTag: () => void
  onDelete: () => void
  onDone: () => void
}

/** In place of the tools above the cards while scripts are selected: what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { userId, scripts, onAll, onTag, onDelete, onDone } = props
  const [isExporting, setIsExporting] = useState(false)
  const none = scripts.length === 0

  async function save(format: ArchiveFormat): Promise<void> {
    setIsExporting(true)
    try {
      const { exportScripts } = await import('../export/export-scripts.ts')
      await exportScripts(userId, scripts, format)
    } catch (error) {
      const message = errorText(error, words.exportFailed)
      report(COLLECTION, { title: words.exportFailedTitle, message, kind: 'error' })
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <section
      aria-label={words.selecting}
      className="sticky top-2 z-20 mb-4 flex flex-wrap items-center gap-2 rounded-md border border-line bg-sheet p-2 pl-4 shadow-raised"
    >
      <output className="text-md font-medium tabular-nums">{words.selected(scripts.length)}</output>
      <Button variant="ghost" size="sm" onClick={onAll}>
        {words.all}
      </Button>
      <span className="flex-1" />
      <Button size="sm" disabled={none} onClick={onTag}>
        <Tag />
        {words.tags.open}
      </Button>
      <ButtonMenu
        button={
          <Button size="sm" disabled={none} busy={isExporting}>
            <Download />
            {words.export}
          </Button>
        }
      >
        {archiveFormats.map((format) => (
          <MenuItem key={format} onSelect={() => void save(format)}>
            {words.exportAs[format]}
          </MenuItem>
        ))}
      </ButtonMenu>
      <Button
        size="sm"
        disabled={none}
        onClick={onDelete}
        className="not-disabled:hover:border-bad not-disabled:hover:text-bad"
      >
        <Trash2 />
        {words.delete}
      </Button>
      <Button ref={giveFocus} variant="ghost" size="sm" onClick={onDone}>
        {words.done}
      </Button>
    </section>
  )
}
