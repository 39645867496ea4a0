type Scene = { place: string; text?: string }

/** A script with a title page and these scenes, and where the text of each is. */
export function scriptOf(scenes: readonly Scene[]) {
  let script = 'Title: Rooms\n\n'
  const ranges = scenes.map(({ place, text = 'Somebody waits.' }) => {
    const start = script.length
    script += `INT. ${place} - DAY\n\n${text}\n\n`
    return { start, end: script.length }
  })
  return { script, ranges }
}

const filler = 'Nobody says a word, and the clock on the wall ticks on. '

/** Rooms with about 400 tokens each. */
export const longRooms = (count: number, special: Record<number, string> = {}) =>
  scriptOf(
    Array.from({ length: count }, (_, at) => ({
      place: `ROOM ${at + 1}`,
      text: `${special[at + 1] ?? `Door ${at + 1} is open.`}\n\n${filler.repeat(25)}`,
    })),
  )
