import type { PromptContext } from '../../../contract/generation.ts'
import type { Reader } from '../../../contract/reading.ts'
import { type NumberedScene, numberedScenes, unescapeTags } from '../../../screenplay/answers.ts'
import type { Prompt } from '../../ai/writer.ts'
import type { KnownEntry, Proposal } from '../prompt/bible-context.ts'
import { contextOf, type ContextPart } from '../prompt/context-parts.ts'

/** What a call of a reading gets: the ids of its scenes, and their hashes; or the only range of them that is read. */
export type Part = {
  scenes: number[]
  hashes: string[]
  target: { start: number; end: number } | null
}

/** One of the writer's own readers: how it reads, in the writer's words. */
export type OwnReader = { name: string; text: string }

/** What a reader has said already, in the order of the script. */
export type EarlierNote = { quote: string; body: string }

export type FoundNote = { start: number; end: number; quote: string; body: string }

/** What a reader is told besides the scenes: only what it has a use for. */
export type Told = {
  entries?: KnownEntry[]
  rejected?: Pick<KnownEntry, 'kind' | 'name'>[]
  noted?: EarlierNote[]
  own?: OwnReader | null
  /** By the hash of the scene. */
  synopses?: Record<string, string> | null
}

/** A part of a script, to be read. */
export type Asked = Told & {
  script: string
  reader: Reader
  part: Part
  isLast: boolean
  /** How many the prompt may have. */
  tokens: number
}

export type Built = { prompt: Prompt; tokens: number; context: PromptContext }

/** What a part yields: one of the first three. */
export type Found = {
  proposals?: Proposal[]
  notes?: FoundNote[]
  /** All that are known of the script. */
  synopses?: Record<string, string>
  /** How much of the answer had no quote of the script. */
  dropped: number
  summary: string | null
}

/** How a script is read part by part: what the model is asked, and what of its answer is stored. */
export type Reading = {
  /** How many tokens the scenes of one call may take. */
  room(asked: { reader: Reader; own: OwnReader | null; tokens: number }): number
  prompt(asked: Asked): Built
  read(asked: Asked, answer: string): Found
}

type Texts = { system: string; context: string[]; said: string[]; request: string }

/** The prompt of a part, the scenes and the request last. */
export function builtOf(
  { script, reader, part, isLast }: Asked,
  { system, context, said, request }: Texts,
  parts: readonly ContextPart[],
): Built {
  const tokens = parts.reduce((sum, one) => sum + one.tokens, 0)
  const content = [...said, request].filter((text) => text !== '').join('\n\n')
  const prompt: Prompt = {
    system,
    context: context.filter((text) => text !== ''),
    messages: [{ role: 'user', content }],
    request,
    currentScript: script,
    reading: { reader, scenes: part.scenes, isLast },
  }
  return { prompt, tokens, context: contextOf(tokens, parts) }
}

export function scenesOfPart({ script, part }: Asked): NumberedScene[] {
  const wanted = new Set(part.scenes)
  return numberedScenes(script).filter(({ id }) => wanted.has(id))
}

/** What a model wrote, as one line without tags and control characters. */
export function oneLine(text: string, length: number): string {
  const plain = unescapeTags(text)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain.slice(0, length).toWellFormed().replaceAll('\ufffd', '').trim()
}
