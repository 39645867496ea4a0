/** Where a line of the title page is printed. */
export type TitlePlace = {
  page: number
  row: number
  align: 'left' | 'center' | 'right'
  /** Its left edge, its center or its right edge, in inches from the left edge of the paper. */
  at: number
}

/** Of a line whose place says nothing else. */
export const usualPlaces = { left: 1, center: 4.25, right: 7.5 } as const

const MAX_LINES = 300
const MAX_PAGES = 20
const PLACE = /^(\d{1,3})([lcr])(\d{1,2}(?:\.\d{1,2})?)?$/
const aligns = { l: 'left', c: 'center', r: 'right' } as const

/** Rows with l, c or r for their alignment; a slash between pages: 17c 19c 50l / 0l. */
export const writePlaces = (places: readonly TitlePlace[]): string => {
  let page = 0
  return places
    .map((place) => {
      const at = place.at === usualPlaces[place.align] ? '' : String(place.at)
      const breaks = '/ '.repeat(Math.max(0, place.page - page))
      page = Math.max(page, place.page)
      return `${breaks}${place.row}${place.align.charAt(0)}${at}`
    })
    .join(' ')
}

/** Undefined if a word says nothing, or there are more lines or pages than a title page has. */
export function readPlaces(words: readonly string[]): TitlePlace[] | undefined {
  const places: TitlePlace[] = []
  let page = 0
  for (const word of words) {
    const [, row, letter, at] = PLACE.exec(word) ?? []
    if (word === '/') page += 1
    else if (row === undefined || letter === undefined) return undefined
    else {
      const align = aligns[letter as keyof typeof aligns]
      places.push({ page, row: Number(row), align, at: at ? Number(at) : usualPlaces[align] })
    }
  }
  return places.length > MAX_LINES || page >= MAX_PAGES || places.length === 0 ? undefined : places
}
