import { array, assert, asyncProperty, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { chatAbout } from './answer-fixture.ts'
import { BranchWriter, firstText } from './branch-writer.ts'
import { countsOf } from '../generation-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'

test('any sequence of asking, trying again, editing, moving, deleting and typing leads to the expected tree and text', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const fixture = await hostileFixture({ MONTHLY_GENERATION_LIMIT: '1000000' })
  const anna = await fixture.person('anna')
  const anyStep = record({ kind: nat(9), place: nat(99) })
  let asked = 0
  await assert(
    asyncProperty(array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const chat = await chatAbout(anna, firstText)
      const writer = new BranchWriter(fixture, anna, chat)
      for (const step of steps) await writer.do(step)
      asked += writer.asked
      expect((await countsOf(fixture, anna))?.used).toBe(asked)
    }),
    { ...runs('branch-sequences'), endOnFailure: true },
  )
})
