import { type Screenplay, type TitleEntry, parse, reparse } from '../../screenplay/model.ts'
import { type Chunk, chunksOf } from './chunks.ts'

type Read = { titlePage: readonly TitleEntry[]; chunks: readonly Chunk[] }

/** Parses a changing text incrementally; unchanged chunks keep their identity. */
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
