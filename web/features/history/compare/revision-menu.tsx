import { Download } from 'lucide-react'
import { useState } from 'react'
import { type RevisionSet, revisionSets } from '../../../../contract/revision-sets.ts'
import { messages } from '../../../messages.ts'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import {
  ButtonMenu,
  MenuItem,
  MenuLabel,
  MenuChoices,
  MenuSeparator,
} from '../../../ui/overlay/menu.tsx'
import { exportRevision } from '../../documents/export/export-revision.ts'

const { documents } = messages
const words = historyMessages.revision

const formats = ['pdf', 'fdx'] as const

type RevisionMenuProps = { title: string; before: string; after: string }

/** Downloads the newer text with asterisks beside what has changed. */
export function RevisionMenu({ title, before, after }: RevisionMenuProps) {
  const [set, setSet] = useState<RevisionSet>('blue')
  const [isBusy, setIsBusy] = useState(false)

  async function make(format: (typeof formats)[number]): Promise<void> {
    setIsBusy(true)
    await exportRevision({ title, before, after, format, set })
    setIsBusy(false)
  }

  return (
    <ButtonMenu
      button={
        <Button size="sm" busy={isBusy} title={words.export}>
          <Download />
          <span className="sr-only">{words.export}</span>
        </Button>
      }
    >
      <MenuLabel>{words.export}</MenuLabel>
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => void make(format)}>
          {documents.formats[format]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>{words.set}</MenuLabel>
      {/* The colour applies to the export chosen next. */}
      <MenuChoices value={set} values={revisionSets} onChoose={setSet} keepsOpen>
        {(name) => words.sets[name]}
      </MenuChoices>
    </ButtonMenu>
  )
}
