import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'

/** Blending rounds colours differently from run to run, by a few steps of 255. */
const ROUNDING = 8

/** How many percent of the pixels differ; 100 when the sizes do. */
const differingPixels = (page: Page, before: Buffer, after: Buffer): Promise<number> =>
  page.evaluate(
    async ({ pictures, tolerance }) => {
      const [first, second] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const drawing = canvas.getContext('2d')
          drawing?.drawImage(bitmap, 0, 0)
          return drawing?.getImageData(0, 0, bitmap.width, bitmap.height)
        }),
      )
      if (!first || !second) throw new Error('The browser cannot draw.')
      if (first.width !== second.width || first.height !== second.height) return 100
      let differing = 0
      for (let at = 0; at < first.data.length; at += 4) {
        const isSame = [0, 1, 2].every(
          (channel) =>
            Math.abs((first.data[at + channel] ?? 0) - (second.data[at + channel] ?? 0)) <=
            tolerance,
        )
        if (!isSame) differing += 1
      }
      return (differing / (first.data.length / 4)) * 100
    },
    { pictures: [before.toString('base64'), after.toString('base64')], tolerance: ROUNDING },
  )

const picturesIn = async (folder: string) =>
  (await readdir(folder)).filter((file) => file.endsWith('.png'))

/** One line for every picture that differs or is missing on one side, largest difference first. */
export async function compareFolders(
  browser: Browser,
  before: string,
  after: string,
): Promise<string[]> {
  const page = await browser.newPage()
  const [old, fresh] = [await picturesIn(before), await picturesIn(after)]
  const found: { file: string; percent: number; note: string }[] = []
  for (const file of [...new Set([...old, ...fresh])].toSorted()) {
    if (!old.includes(file) || !fresh.includes(file)) {
      found.push({ file, percent: 100, note: old.includes(file) ? 'is missing' : 'is new' })
      continue
    }
    const a = await readFile(path.join(before, file))
    const b = await readFile(path.join(after, file))
    const percent = a.equals(b) ? 0 : await differingPixels(page, a, b)
    if (percent > 0) found.push({ file, percent, note: `${percent.toFixed(3)} %` })
  }
  return found.toSorted((a, b) => b.percent - a.percent).map(({ file, note }) => `${file}  ${note}`)
}
