import type { Text } from '@codemirror/state'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { parse, plainText, textNotes } from '../../../screenplay/model.ts'
import { Delayed } from '../../lib/delayed.ts'
import { whenIdle } from '../../lib/timing.ts'
import { notesPanelMessages as words } from '../../messages/notes.ts'
import { DELAYS } from '../document/delays.ts'
import { textOf } from '../document/text/changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import { isListed, type Note, type NoteFilter, type ScriptNotes, whoOf } from './script-notes.ts'

/** A note that is part of the text, `[[...]]`. */
export type InText = { id: string; author: 'text'; start: number; end: number; body: string }
export type ListedNote = Note | InText

export type SceneName = { number: string; heading: string; start: number }

type ScriptParts = { doc: Text; scenes: readonly SceneName[]; inText: readonly InText[] }

function partsOf(doc: Text): ScriptParts {
  const screenplay = parse(textOf(doc))
  const scenes: SceneName[] = []
  for (const { type, text, sceneNumber, start } of screenplay.elements)
    if (type === 'scene-heading') {
      const number = sceneNumber ?? String(scenes.length + 1)
      scenes.push({ number, heading: plainText(text), start })
    }
  const inText = textNotes(screenplay).map(({ start, end, text }, index): InText => {
    return { id: `text ${index}`, author: 'text', start, end, body: text }
  })
  return { doc, scenes, inText }
}

/** The scenes of the text and the notes in it, some time after a change. */
function useScriptParts(text: WorkingText): ScriptParts {
  const [parts, setParts] = useState(() => partsOf(text.doc))
  useEffect(() => {
    const read = () => setParts((last) => (last.doc === text.doc ? last : partsOf(text.doc)))
    const soon = new Delayed(DELAYS.show, () => whenIdle(read, DELAYS.show.pause))
    const unsubscribe = text.subscribe(() => soon.ask())
    return () => {
      soon.cancel()
      unsubscribe()
    }
  }, [text])
  return parts
}

/** A row of the list. */
export type Row =
  | { kind: 'scene'; key: string; title: string }
  | { kind: 'note'; key: string; note: ListedNote }

const IN_TEXT = 'text'

const isShown = (note: ListedNote, { who, state }: NoteFilter): boolean =>
  note.author === 'text'
    ? (who === null || who === IN_TEXT) && (state === 'open' || state === 'all')
    : isListed(note, { who, state })

/** Those of everybody who has written one, with what the filter calls them. */
function namesOf(notes: readonly Note[], hasTextNotes: boolean): (readonly [string, string])[] {
  const names = new Map<string, string>()
  for (const note of notes) names.set(whoOf(note), nameIn(note))
  if (hasTextNotes) names.set(IN_TEXT, words.inText)
  return [...names].toSorted(([, one], [, other]) => one.localeCompare(other))
}

/** Who says it, as the list writes it. */
export function nameIn(note: Pick<Note, 'author' | 'reader'> | Pick<InText, 'author'>): string {
  if (note.author === 'text') return words.inText
  if (note.author === 'writer') return words.you
  const { reader } = note as Note
  return note.author === 'reader' ? words.copyOf(reader ?? '') : (reader ?? '')
}

/** What the panel lists: by scene, in the order of the text. */
export function useListedNotes(notes: ScriptNotes, text: WorkingText) {
  const snapshot = useSyncExternalStore(notes.subscribe, notes.snapshot)
  const parts = useScriptParts(text)
  const { filter, current, isLoaded } = snapshot
  const all = snapshot.notes
  const names = useMemo(() => namesOf(all, parts.inText.length > 0), [all, parts])
  const rows = useMemo(() => {
    const listed = [...all, ...parts.inText]
      .filter((note) => isShown(note, filter))
      .toSorted((one, other) => one.start - other.start)
    const made: Row[] = []
    let scene = -1
    let at = 0
    for (const note of listed) {
      while (at < parts.scenes.length && (parts.scenes[at]?.start ?? 0) <= note.start) at += 1
      if (at !== scene) {
        const { number = '', heading = '' } = parts.scenes[at - 1] ?? {}
        const title = at === 0 ? words.beforeScenes : words.scene(number, heading)
        made.push({ kind: 'scene', key: `scene ${at}`, title })
      }
      scene = at
      made.push({ kind: 'note', key: note.id, note })
    }
    return made
  }, [all, filter, parts])
  const open = useMemo(
    () => all.filter(({ state }) => state === 'open').length + parts.inText.length,
    [all, parts],
  )
  const count = all.length + parts.inText.length
  return { rows, names, open, count, current, filter, isLoaded, scenes: parts.scenes }
}
