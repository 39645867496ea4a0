import { type Attack, expectOnly } from '../attack.ts'
import { writeLongMessages } from '../long-messages.ts'

const AT_ONCE = 64

/** A pattern that compares almost all of itself at every position of the text. */
const pattern = (length: number) => `*${'x'.repeat(length - 3)}y*`

export const attack: Attack = {
  name: 'match long patterns against messages of 1 MB',
  times: `${AT_ONCE} at once, 24 messages`,
  async run(fixture) {
    const person = await fixture.signUp('patterns')
    await writeLongMessages(fixture, person, 24)
    const ask = async (length: number) => {
      const address = `/rest/v1/chat_messages?select=id&content=like.${pattern(length)}`
      return (await fixture.request(address, { as: person })).status
    }
    const long = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(7_000)))
    const longest = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(1_000)))
    // The long ones are refused; the others may time out after 8 s or get no connection within 5 s.
    return `${expectOnly(long, [400])}, then ${expectOnly(longest, [200, 429, 504])}`
  },
}
