/** The bytes of every character of an encoding that has at most two, read back from the platform's decoder. */
function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const text = decoder.decode(new Uint8Array(bytes))
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text))
      table.set(text, bytes)
  }
  for (let first = 0; first < 256; first += 1) add([first])
  if (encoding.startsWith('windows') || encoding.startsWith('iso') || encoding.startsWith('koi8'))
    return table
  for (let first = 0x81; first < 255; first += 1)
    for (let second = 0x40; second < 255; second += 1) add([first, second])
  return table
}

const tables = new Map<string, Map<string, number[]>>()

/** A text in another encoding than UTF-8; throws if the encoding does not have a character. */
export function encodedText(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le')
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  const bytes = Array.from(text).flatMap((character) => {
    const found = table.get(character)
    if (!found) throw new Error(`${encoding} has no ${character}`)
    return found
  })
  return new Uint8Array(bytes)
}

function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian)
  return new Uint8Array(view.buffer)
}
