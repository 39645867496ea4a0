import type { AuthorshipRecord, WordShares } from '../../contract/authorship.ts'
import { type Doubts, doubtsOf, sharesIn } from '../../screenplay/authorship.ts'
import { eighthsOf, layout, scenesOf } from '../../screenplay/layout.ts'
import {
  parse,
  type Presence,
  presenceByScene,
  type Speaker,
  statistics,
  type TimeOfDay,
} from '../../screenplay/model.ts'

export type SceneFacts = Presence & {
  number: string
  heading: string
  page: string
  eighths: number
  time: TimeOfDay
  /** Null if it is not known who wrote the text. */
  shares: WordShares | null
}

export type ReportFacts = {
  words: number
  eighths: number
  scenes: SceneFacts[]
  /** What stands above the first scene: the title page, FADE IN. */
  before: WordShares | null
  voices: Speaker[]
  /** What is not known for certain about who wrote it; null like `shares`. */
  doubts: Doubts | null
}

/** The record is that of this text, if it is known. */
export type ReportRequest = {
  text: string
  record: Pick<AuthorshipRecord, 'spans' | 'versions' | 'text'> | null
}

/** Takes a tenth of a second for a long script: runs in the worker. */
export function reportFacts({ text, record }: ReportRequest): ReportFacts {
  const screenplay = parse(text)
  const pages = layout(screenplay)
  const { words, characters, sceneList } = statistics(screenplay, pages)
  const presence = presenceByScene(screenplay)
  const scenes = scenesOf(pages)
  const above = { start: 0, end: scenes[0]?.start ?? text.length }
  const [before, ...shares] = record ? sharesIn(text, record.spans, [above, ...scenes]) : []
  return {
    words: words.printed,
    eighths: eighthsOf(pages),
    scenes: scenes.map(({ number, heading, page, eighths }, index) => ({
      number,
      heading,
      page,
      eighths,
      time: sceneList[index]?.time ?? 'unknown',
      shares: shares[index] ?? null,
      speaking: presence[index]?.speaking ?? [],
      named: presence[index]?.named ?? [],
    })),
    before: before ?? null,
    voices: characters,
    doubts: record && doubtsOf(text, record),
  }
}
