const words =
  'the harbour sleeps under a low fog while somebody counts boats that never came home before winter'.split(
    ' ',
  )

/** Deterministic sentences. */
function sentences(seed: number, count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const start = (seed * 7 + n * 5) % words.length
    const length = 6 + ((seed + n * 3) % 9)
    const sentence = Array.from({ length }, (_word, at) => words[(start + at) % words.length]).join(
      ' ',
    )
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
  }).join(' ')
}

const names = ['MIRA', 'JONAS', 'ÉLISE', 'BORIS', 'ΑΝΝΑ', 'ЛЕВ']

function speech(seed: number): string {
  const name = names[seed % names.length]
  const parenthetical = seed % 3 === 0 ? '(not *quite* listening)\n' : ''
  return `${name}\n${parenthetical}${sentences(seed, 1 + (seed % 4))}\n`
}

/** About one page: heading, action, speeches, sometimes dual dialogue, lyrics and a transition. */
function scene(n: number): string {
  const parts = [`${n % 2 ? 'INT' : 'EXT'}. PIER ${n} - ${n % 3 ? 'DAY' : 'NIGHT'} #${n}#\n`]
  for (let block = 0; block < 3; block += 1) {
    parts.push(`${sentences(n + block, 2 + ((n + block) % 3))}\n`)
    parts.push(speech(n * 4 + block), speech(n * 4 + block + 2))
  }
  if (n % 5 === 0) parts.push('EVA\nNow, before they see us!\n', 'ION ^\nNot without **her**.\n')
  if (n % 7 === 0) parts.push('~The sea took my lantern,\n~the sea took my name\n')
  if (n % 4 === 0) parts.push('> CUT TO:\n')
  return parts.join('\n')
}

/** A Fountain script of about this many pages. */
export const longScript = (pages: number) =>
  `Title: The Counting of Boats\nCredit: written by\nAuthor: Nobody\n\n${Array.from(
    { length: pages },
    (_, n) => scene(n + 1),
  ).join('\n')}`
