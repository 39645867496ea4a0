import { type Attack, expectOnly } from '../attack.ts'
import { writeLongMessages } from '../long-messages.ts'

const TIMES = 20
const CYCLE = 'select=id,chat_messages(content,profiles(chat_messages(content)))'

/** 24 messages of 1 MB, each with all 24 of them embedded again: a value of 576 MB. */
export const attack: Attack = {
  name: 'embed a table within itself',
  times: `${TIMES} at once, 24 messages of 1 MB`,
  async run(fixture) {
    const person = await fixture.signUp('cycle')
    await writeLongMessages(fixture, person, 24)
    const answers = Array.from({ length: TIMES }, async () => {
      const { status } = await fixture.request(`/rest/v1/profiles?${CYCLE}`, { as: person })
      return status
    })
    return expectOnly(await Promise.all(answers), [400])
  },
}
