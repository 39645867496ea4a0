import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { pageCommands } from './page-commands.ts'

/** The keys of all commands, before those of the editor itself. */
export const pageKeys: Extension = Prec.high(
  keymap.of(
    pageCommands.flatMap(({ key, run }) => (key ? [{ key, run, preventDefault: true }] : [])),
  ),
)
