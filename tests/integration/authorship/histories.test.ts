import { randomUUID } from 'node:crypto'
import { array, assert, asyncProperty, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, runs } from '../../support/rounds.ts'
import { authorshipFixture } from './authorship-fixture.ts'
import { TrackedScript } from './tracked-script.ts'

const anyChoice = record({
  kind: nat(999),
  device: nat(1),
  place: nat(99),
  size: nat(99),
  other: nat(99),
})

test('the record of any history on two devices says of each word who brought it', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const fixture = await authorshipFixture()
  const writer = await fixture.person('writer')
  await assert(
    asyncProperty(array(anyChoice, { minLength: 5, maxLength: 30 }), async (choices) => {
      const script = new TrackedScript(fixture, writer, randomUUID())
      for (const choice of choices) await script.do(choice)
      const { expected, recorded } = await script.origins()
      expect(recorded).toEqual(expected)
    }),
    runs('authorship-histories'),
  )
})
