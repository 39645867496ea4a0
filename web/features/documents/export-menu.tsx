import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Paper } from '../../../screenplay/layout.ts'
import { draftStorage } from '../../lib/draft-storage.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { type Format, formats } from './export-formats.ts'
import { exportScript } from './export-script.ts'

const { documents } = messages
const papers = ['letter', 'a4'] as const
const KEPT = 'paper'

/** Downloads the current script. The paper size is remembered. */
export function ExportMenu({ text, title }: { text: string; title: string }) {
  const [paper, setPaper] = useState<Paper>(() =>
    draftStorage.read(KEPT) === 'a4' ? 'a4' : 'letter',
  )
  const [making, setMaking] = useState<Format>()

  async function make(format: Format): Promise<void> {
    setMaking(format)
    await exportScript(format, { text, title, paper })
    setMaking(undefined)
  }

  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          busy={making !== undefined}
          className="max-desk:size-11 max-desk:p-0"
        >
          <Download aria-hidden="true" />
          <span className="max-desk:sr-only">{documents.export}</span>
        </Button>
      </MenuTrigger>
      <MenuContent>
        {formats.map((format) => (
          <MenuItem key={format} onSelect={() => void make(format)}>
            {documents.formats[format]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuLabel>{documents.paper}</MenuLabel>
        <MenuRadioGroup
          value={paper}
          onValueChange={(chosen) => {
            const next = chosen === 'a4' ? 'a4' : 'letter'
            draftStorage.write(KEPT, next)
            setPaper(next)
          }}
        >
          {papers.map((name) => (
            // Keep the menu open: the paper applies to the export chosen next.
            <MenuRadioItem key={name} value={name} onSelect={(event) => event.preventDefault()}>
              {documents.papers[name]}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
