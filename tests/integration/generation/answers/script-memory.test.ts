import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { longScript } from '../../../../bench/support/long-script.ts'
import { usedBy } from '../generation-server.ts'
import { createMemoryFixture, messagesOf, notesOn } from './memory-fixture.ts'
import { setStanding } from '../../../support/people.ts'
import { saying } from '../../../support/providers/hostile-provider.ts'

// The notes that the model takes on a script which does not fit into a prompt.

const fixture = forFile(createMemoryFixture)
beforeEach(() => fixture.reset())

test('notes on a long script become the outline of later prompts, and cost the writer nothing', async () => {
  const { summarizeNext, change, noted, requests, pool, anna, bert, stored } = fixture
  const used = await usedBy(pool, anna)
  const first = await change()
  expect(first.asked).not.toContain('Note on')
  expect(await summarizeNext()).toBe(true)
  expect(noted()).toBeGreaterThan(1)
  for (const request of requests) expect(messagesOf(request).length).toBeLessThan(12_000 * 5)
  expect(await stored()).toMatchObject([
    {
      user_id: anna.id,
      input_tokens: String(5 * noted()),
      output_tokens: String(7 * noted()),
    },
  ])
  const { rows } = await pool.query(
    `select sum(generations)::int as generations, sum(tokens_in)::int as tokens_in
     from private.usage_by_day where user_id = $1`,
    [anna.id],
  )
  expect(rows).toEqual([{ generations: 1, tokens_in: 5 + 5 * noted() }])
  const { asked } = await change(first.script)
  expect(asked).toContain('\n30. EXT. PIER 30 - NIGHT: Note on 30.\n')
  expect(await usedBy(pool, anna)).toBe(used + 2)
  expect(await usedBy(pool, bert)).toBe(0)
})

test('notes are taken again only when a fifth of the scenes is new, ten minutes later', async () => {
  const { summarizeNext, change, noted, tenMinutesLater } = fixture
  const { script } = await change()
  await summarizeNext()
  const before = noted()
  await tenMinutesLater()
  expect(await summarizeNext()).toBe(false)
  const other = longScript(80)
  fixture.behaves(saying('<scene id="9">\nINT. PIER 9 - DAY\n\nFog.\n</scene>'))
  await change(script)
  expect(await summarizeNext()).toBe(true)
  expect(noted()).toBe(before)
  fixture.behaves((answer, request) => {
    answer.say(noted() > before ? notesOn(request) : `<script>\n${other}\n</script>`)
    answer.end()
  })
  await change(script)
  expect(await summarizeNext()).toBe(false)
  await tenMinutesLater()
  expect(await summarizeNext()).toBe(true)
  expect(noted()).toBeGreaterThan(before)
})

test('a model that fails is asked later and later, and what it noted stays', async () => {
  const { summarizeNext, change, tenMinutesLater, stored } = fixture
  await change(longScript(80))
  let asked = 0
  fixture.behaves((answer, request) => {
    asked += 1
    if (asked > 1) answer.refuse(400)
    else {
      answer.say(notesOn(request))
      answer.end()
    }
  })
  await expect(summarizeNext()).rejects.toThrow('provider_error')
  const [memory] = await stored()
  expect(Object.keys(memory?.synopses ?? {}).length).toBeGreaterThan(5)
  expect(memory?.text_hash).toBeNull()
  expect(await summarizeNext()).toBe(false)
  await tenMinutesLater()
  await expect(summarizeNext()).rejects.toThrow('provider_error')
  await tenMinutesLater()
  expect(await summarizeNext()).toBe(false)
})

test('a server that took too long stores nothing over what another one noted since', async () => {
  const { summarizeNext, change, tenMinutesLater, stored } = fixture
  await change()
  const held = Promise.withResolvers<() => void>()
  let asked = 0
  fixture.behaves((answer, request) => {
    asked += 1
    const finish = (text: string) => () => {
      answer.say(text)
      answer.end()
    }
    if (asked === 1) held.resolve(finish(notesOn(request).replaceAll('Note', 'Late')))
    else finish(notesOn(request))()
  })
  const late = summarizeNext()
  const finishLate = await held.promise
  await tenMinutesLater()
  expect(await summarizeNext()).toBe(true)
  const before = await stored()
  finishLate()
  await expect(late).rejects.toThrow('aborted')
  expect(await stored()).toEqual(before)
})

test('no notes on a script whose writer is restricted, nor on a short one', async () => {
  const { summarizeNext, change, noted, pool, anna, stored } = fixture
  await change()
  await setStanding(pool, anna, { approved: false })
  expect(await summarizeNext()).toBe(false)
  expect(await stored()).toEqual([])
  await fixture.reset()
  await change(longScript(12))
  expect(await summarizeNext()).toBe(true)
  expect(noted()).toBe(0)
})

test('notes go with the text', async () => {
  const { summarizeNext, change, deleteText, stored } = fixture
  await change()
  await summarizeNext()
  expect(await stored()).toHaveLength(1)
  await deleteText()
  expect(await stored()).toEqual([])
})

test('a server takes notes by itself, unless AI_MEMORY is off', async () => {
  const { change, start, noted, stored } = fixture
  await change()
  await start({ AI_MEMORY: 'off' })
  await change()
  expect(noted()).toBe(0)
  await start({ AI_MEMORY: 'on' })
  const finished = { text_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }
  await expect.poll(stored, { timeout: 30_000 }).toMatchObject([finished])
})
