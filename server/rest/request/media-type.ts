import { failures } from '../failures.ts'

export type Shape = 'array' | 'object'

const OBJECT = 'application/vnd.pgrst.object+json'
const ARRAYS = new Set([
  'application/json',
  'application/*',
  '*/*',
  'application/vnd.pgrst.array+json',
])

export const contentTypeOf = (shape: Shape) =>
  `${shape === 'object' ? OBJECT : 'application/json'}; charset=utf-8`

/** Whether the client wants an array of rows or a single object. */
export function parseAccept(header: string | undefined): Shape {
  if (header === undefined || header.trim() === '') return 'array'
  for (const part of header.split(',')) {
    const [type = '', ...details] = part.split(';').map((word) => word.trim().toLowerCase())
    const known = type === OBJECT || ARRAYS.has(type)
    if (known && details.includes('nulls=stripped')) {
      throw failures.notOffered('Stripping null values')
    }
    if (known) return type === OBJECT ? 'object' : 'array'
  }
  throw failures.mediaType(header.slice(0, 200))
}

export function requireJson(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim().toLowerCase()
  if (type && type !== 'application/json' && type !== OBJECT) {
    throw failures.contentType(type.slice(0, 100))
  }
}
