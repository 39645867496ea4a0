import type { Screenplay, TitleEntry } from '../../screenplay/elements.ts'
import { parse, reparse } from '../../screenplay/parse.ts'
import { type Chunk, chunksOf } from './chunks.ts'

type Read = { titlePage: readonly TitleEntry[]; chunks: readonly Chunk[] }

/** Reads a text that changes; what did not change since the last time is the very same as before. */
export function createScreenplayReader(): (text: string) => Read {
  let screenplay: Screenplay | undefined
  let chunks: Chunk[] = []
  return (text) => {
    if (screenplay?.source === text) return { titlePage: screenplay.titlePage, chunks }
    screenplay = screenplay ? reparse(screenplay, text) : parse(text)
    chunks = chunksOf(screenplay.elements, chunks)
    return { titlePage: screenplay.titlePage, chunks }
  }
}
