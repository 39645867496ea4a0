import { isMac } from '../../lib/is-mac.ts'

export type NoteCommand = 'next' | 'previous' | 'done' | 'dismiss' | 'change' | 'add'

const letters: Record<NoteCommand, { key: string; code: string }> = {
  next: { key: '.', code: 'Period' },
  previous: { key: ',', code: 'Comma' },
  done: { key: 'o', code: 'KeyO' },
  dismiss: { key: 'x', code: 'KeyX' },
  change: { key: 'c', code: 'KeyC' },
  add: { key: 'm', code: 'KeyM' },
}

const commands = Object.keys(letters) as NoteCommand[]

/** As CodeMirror writes it. Alt with a key types a character on a Mac. */
export const noteKey = (command: NoteCommand): string =>
  `${isMac() ? 'Ctrl-Alt' : 'Alt'}-${letters[command].key}`

export const noteKeys = commands.map((id) => ({ id, key: noteKey(id) }))

/** What a key asks for; undefined if it is about something else. */
export function commandOf(event: KeyboardEvent): NoteCommand | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, key, code } = event
  if (!altKey || metaKey || shiftKey || ctrlKey !== isMac()) return undefined
  const isPlain = key.length === 1 && key.codePointAt(0)! < 128
  return commands.find((id) => {
    const wanted = letters[id]
    return isPlain ? key.toLowerCase() === wanted.key : code === wanted.code
  })
}
