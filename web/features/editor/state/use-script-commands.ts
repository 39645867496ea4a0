import { useMemo } from 'react'
import { messages } from '../../../messages.ts'
import { useSession } from '../../document/session.tsx'
import { formats } from '../../documents/export/export-formats.ts'
import { exportScript } from '../../documents/export/export-script.ts'
import { rememberedPaper } from '../../documents/export/paper.ts'
import type { PaletteCommand } from '../../page/panels/command-palette.tsx'

const { pageView, documents, editor } = messages
const group = pageView.groups.script

/** Saving, exporting and the list of keys, for the command palette. */
export function useScriptCommands(onShortcuts: () => void): readonly PaletteCommand[] {
  const { save, text, title } = useSession()
  const { latest } = text
  return useMemo(
    () => [
      {
        id: 'save',
        label: editor.save,
        group,
        shortcut: 'Mod-s',
        run: () => void save(),
        isAvailable: true,
      },
      ...formats.map((format) => ({
        id: `export ${format}`,
        label: `${documents.export}: ${documents.formats[format]}`,
        group,
        run: () => void exportScript(format, { text: latest(), title, paper: rememberedPaper() }),
        isAvailable: true,
      })),
      {
        id: 'shortcuts',
        label: editor.shortcuts,
        group: pageView.groups.view,
        shortcut: 'Mod-/',
        run: onShortcuts,
        isAvailable: true,
      },
    ],
    [save, latest, title, onShortcuts],
  )
}
