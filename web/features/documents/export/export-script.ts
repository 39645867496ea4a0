import type { Paper } from '../../../../screenplay/layout.ts'
import { download } from './download.ts'
import { type Format, makers } from './export-formats.ts'

export const exportScript = (
  format: Format,
  script: { text: string; title: string; paper: Paper },
): Promise<void> =>
  download({ text: script.text, name: script.title, format }, () => makers[format](script))
