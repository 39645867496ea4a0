import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Paper } from '../../../../screenplay/layout.ts'
import { lazyExtra } from '../../../lib/loading/lazy-extra.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../ui/overlay/menu.tsx'
import { formats } from './export-formats.ts'
import { exportScript, exportSides } from './export-script.ts'
import { MissingDialog } from './missing-dialog.tsx'
import { rememberedPaper, rememberPaper } from './paper.ts'

const { documents } = messages
const SidesDialog = lazyExtra(async () => (await import('./sides-dialog.tsx')).SidesDialog)
const papers = ['letter', 'a4'] as const

/** Downloads the current script. The paper size is remembered. */
export function ExportMenu({ readText, title }: { readText: () => string; title: string }) {
  const [paper, setPaper] = useState<Paper>(rememberedPaper)
  const [isMaking, setIsMaking] = useState(false)
  /** The text with the characters to choose from; undefined while the dialog is closed. */
  const [sidesText, setSidesText] = useState<string>()

  async function make(exported: Promise<void>): Promise<void> {
    setIsMaking(true)
    await exported
    setIsMaking(false)
  }

  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button
            variant="ghost"
            title={documents.export}
            busy={isMaking}
            className="max-desk:size-11 max-desk:p-0 min-[78rem]:max-[100rem]:px-2"
          >
            <Download aria-hidden="true" className="min-[78rem]:max-[100rem]:hidden" />
            <span className="max-desk:sr-only">{documents.export}</span>
          </Button>
        </MenuTrigger>
        <MenuContent>
          {formats.map((format) => (
            <MenuItem
              key={format}
              onSelect={() => void make(exportScript(format, { text: readText(), title, paper }))}
            >
              {documents.formats[format]}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => setSidesText(readText())}>{documents.sides.open}</MenuItem>
          <MenuSeparator />
          <MenuLabel>{documents.paper}</MenuLabel>
          <MenuRadioGroup
            value={paper}
            onValueChange={(chosen) => {
              const next = chosen === 'a4' ? 'a4' : 'letter'
              rememberPaper(next)
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
      <MissingDialog />
      <Suspense>
        {sidesText !== undefined && (
          <SidesDialog
            text={sidesText}
            onClose={() => setSidesText(undefined)}
            onExport={(character) =>
              void make(exportSides({ text: readText(), title, paper }, character))
            }
          />
        )}
      </Suspense>
    </>
  )
}
