import { type Attack, expectOnly } from '../attack.ts'
import { BEHIND_A_PROXY, signIn, whileSigningIn } from '../sign-in.ts'

const CLIENTS = 20
const ATTEMPTS = 30

export const attack: Attack = {
  name: 'lock an address out with wrong passwords',
  times: `${CLIENTS * ATTEMPTS} from ${CLIENTS} clients`,
  env: BEHIND_A_PROXY,
  async run(fixture) {
    const { email } = await fixture.signUp('locked')
    const guess = async (_: unknown, n: number) => {
      const answers: number[] = []
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const from = { client: `203.0.113.${n}` }
        answers.push((await signIn(fixture, email, from, `guess ${n} ${tries}`)).status)
      }
      return answers
    }
    const { answer, slowest } = await whileSigningIn(fixture, email, () =>
      Promise.all(Array.from({ length: CLIENTS }, guess)),
    )
    return `${expectOnly(answer.flat(), [400, 429])}; ${slowest}`
  },
}
