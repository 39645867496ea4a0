import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf, signIn } from '../../../support/signed-in.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { chatAbout } from './answer-fixture.ts'
import { BranchWriter, firstText, KINDS } from './branch-writer.ts'
import { countsOf } from '../generation-fixture.ts'
import { hostileFixture, offerSecondModel } from '../hostile-fixture.ts'

test('any sequence of asking one model or two, trying again, editing, moving, deleting, typing and undo on two devices leads to the expected tree and text', {
  timeout: 2 * ROUNDS_TIMEOUT,
}, async () => {
  const fixture = await hostileFixture({
    MONTHLY_GENERATION_LIMIT: '1000000',
    AI_ALLOW_PRIVATE: 'true',
  })
  const second = await offerSecondModel(fixture)
  const anna = await fixture.person('anna')
  const other = await signIn(fixture.database.pool, anna)
  const devices = [anna, { ...other, client: clientOf(fixture.server, other) }] as const
  const anyStep = record({ kind: constantFrom(...KINDS), place: nat(999), what: nat(999) })
  let asked = 0
  let applied = 0
  await assert(
    asyncProperty(array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const chat = await chatAbout(anna, firstText)
      const writer = new BranchWriter(fixture, devices, chat, second)
      for (const step of steps) await writer.do(step)
      asked += writer.asked
      applied += writer.applied
      expect((await countsOf(fixture, anna))?.used).toBe(asked)
    }),
    { ...runs('branch-sequences'), endOnFailure: true },
  )
  expect(applied).toBeGreaterThan(asked / 3)
})
