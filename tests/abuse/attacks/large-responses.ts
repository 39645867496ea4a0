import { type Attack, expectOnly } from '../attack.ts'
import { writeLongMessages } from '../long-messages.ts'

const TIMES = 10
const ADDRESSES = [
  'chat_messages?select=content',
  'chat_conversations?select=chat_messages(content)',
  'profiles?select=chat_conversations(chat_messages(content))',
]

export const attack: Attack = {
  name: 'read 40 MB at once',
  times: `${TIMES * ADDRESSES.length}, one after another in 3 lanes`,
  async run(fixture) {
    const person = await fixture.signUp('large')
    await writeLongMessages(fixture, person, 40)
    const lanes = ADDRESSES.map(async (address) => {
      const answers: number[] = []
      for (let n = 0; n < TIMES; n += 1) {
        const response = await fixture.request(`/rest/v1/${address}`, { as: person })
        await response.arrayBuffer()
        answers.push(response.status)
      }
      return answers
    })
    return expectOnly((await Promise.all(lanes)).flat(), [413])
  },
}
