import { storedChoice } from '../../../lib/stored-choice.ts'

const STORED = 'script-writer-zoom'

export const zooms = ['fit', 0.75, 1, 1.25, 1.5] as const
export type Zoom = (typeof zooms)[number]

export function storedZoom(): Zoom {
  const stored = storedChoice.read(STORED)
  return zooms.find((zoom) => String(zoom) === stored) ?? 'fit'
}

export const storeZoom = (zoom: Zoom): void => storedChoice.write(STORED, String(zoom))
