import * as z from 'zod/mini'
import { SCRIPT_SCENES } from './limits.ts'

/** Who reads a script and writes notes on it. */
const noteReaders = [
  'story-editor',
  'script-supervisor',
  'dialogue-editor',
  'first-viewer',
  'producer',
] as const
export type NoteReader = (typeof noteReaders)[number]

/** The bible's reader, who proposes entries, one who writes notes, or the id of one of the writer's own. */
export type Reader = 'bible' | NoteReader | (string & {})

export const isNoteReader = (reader: string): reader is NoteReader =>
  (noteReaders as readonly string[]).includes(reader)

const uuid = z.uuid()
const isReader = (reader: string) =>
  reader === 'bible' || isNoteReader(reader) || uuid.safeParse(reader).success

/** What a bible has entries of. */
export const storyKinds = ['character', 'place', 'thing', 'rule', 'thread'] as const
export type StoryKind = (typeof storyKinds)[number]

/** A quote of the script, character for character, and the heading of its scene. */
export type Source = { scene: string; quote: string }

const place = z.int('bad_target').check(z.minimum(0, 'bad_target'))

export const readScriptRequest = z.object({
  workId: z.uuid('unknown_script'),
  reader: z.string('unknown_reader').check(z.toLowerCase(), z.refine(isReader, 'unknown_reader')),
  /** Only these scenes, as they are counted in the text, from 1. */
  scenes: z.nullish(
    z
      .array(z.int('bad_scenes').check(z.minimum(1, 'bad_scenes')), 'bad_scenes')
      .check(z.minLength(1, 'bad_scenes'), z.maxLength(SCRIPT_SCENES, 'bad_scenes')),
  ),
  /** Only this range of the text, in UTF-16 units. */
  target: z.nullish(
    z
      .object({ start: place, end: place }, 'bad_target')
      .check(z.refine(({ start, end }) => end > start, 'bad_target')),
  ),
  /** The hash of the text that scenes or target refer to; refused if it is another one by now. */
  textHash: z.nullish(z.string('bad_hash').check(z.maxLength(64, 'bad_hash'))),
  /** Reads scenes again that this reader has read and that have not changed since. */
  again: z.nullish(z.boolean('bad_again')),
  /** Only says how many calls of the model it would take. */
  estimate: z.nullish(z.boolean('bad_estimate')),
  model: z.nullish(z.uuid('unknown_model')),
  idempotencyKey: z.nullish(
    z.string().check(z.minLength(1, 'bad_key'), z.maxLength(200, 'bad_key')),
  ),
})

/** What the query string of `GET /functions/v1/notes-pdf` says. */
export const notesPdfRequest = z.object({ workId: z.uuid('unknown_script') })

type Edge = { at: number; words: string }

/** The part of a script that a reading is of: where it begins and ends in the text that was read, and the words there. */
export type ReadingScope = { kind: 'scenes' | 'selection'; from: Edge; to: Edge }

/** `calls` generations are counted; those that are never sent, or that the provider fails, are given back. */
export type ReadScriptAnswer = {
  success: true
  /** Null for an estimate. */
  jobId: string | null
  calls: number
  /** How many scenes are read. */
  scenes: number
}
