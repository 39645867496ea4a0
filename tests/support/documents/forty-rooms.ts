/** One scene for each room, with a text of its own. */
export const room = (n: number, heading = `INT. ROOM ${n} - NIGHT`) =>
  `${heading}\n\nThe lamp of room ${n} flickers over bed ${n}.\n\nMIRA\nThis is the door with the number ${n}.\n`

export const rooms = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => room(at + from)).join('\n')

export const FORTY = rooms(40)
