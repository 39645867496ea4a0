import { expect, test } from 'vitest'
import { writeZip, Zip } from '../../../screenplay/formats.ts'

test('what was written as a zip file is read back, whatever the names and texts', async () => {
  const files = [
    { name: 'Übung 🎬.fountain', content: 'INT. ÜBUNGSRAUM - DAY\n' },
    { name: 'Empty.fountain', content: '' },
    { name: 'Long.fountain', content: 'word '.repeat(100_000) },
  ]
  const blob = await writeZip(files)
  expect(blob.size).toBeLessThan(10_000)
  const zip = new Zip(new Uint8Array(await blob.arrayBuffer()))
  for (const { name, content } of files)
    expect(new TextDecoder().decode(await zip.read(name))).toBe(content)
})

test('checksums are those of the contents', async () => {
  const bytes = await (await writeZip([{ name: 'a', content: '123456789' }])).arrayBuffer()
  expect(new DataView(bytes).getUint32(14, true)).toBe(0xcbf43926)
})
