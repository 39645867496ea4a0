import { type Attack, expectOnly } from '../attack.ts'
import { BEHIND_A_PROXY, linkTo, post } from '../sign-in.ts'

const CLIENTS = 10
const ATTEMPTS = 40

export const attack: Attack = {
  name: "void another user's recovery link with wrong guesses",
  times: `${CLIENTS * ATTEMPTS} from ${CLIENTS} clients`,
  env: BEHIND_A_PROXY,
  async run(fixture) {
    const { email } = await fixture.signUp('forgetful')
    await post(fixture, '/recover', { email }, { client: '192.0.2.78' })
    const link = await linkTo(fixture.dataDir, email)
    const clients = Array.from({ length: CLIENTS }, async (_, n) => {
      const answers: number[] = []
      for (let token = 0; token < ATTEMPTS; token += 1) {
        const guess = { type: 'recovery', email, token: String(token) }
        const from = { client: `198.51.100.${n}` }
        answers.push((await post(fixture, '/verify', guess, from)).status)
      }
      return answers
    })
    const outcome = expectOnly((await Promise.all(clients)).flat(), [403, 429])
    const followed = await fetch(link, { redirect: 'manual' })
    if (!followed.headers.get('location')?.includes('type=recovery'))
      throw new Error('the link no longer works')
    return `${outcome}; the link works`
  },
}
