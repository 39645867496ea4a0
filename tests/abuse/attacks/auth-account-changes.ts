import { randomUUID } from 'node:crypto'
import { type Attack, expectOnly } from '../attack.ts'
import { BEHIND_A_PROXY, whileSigningIn } from '../sign-in.ts'

const TIMES = 520

/** Each change needs two hashes, and other users' sign-ins wait for the same cores. */
export const attack: Attack = {
  name: 'change a password again and again',
  times: `${TIMES} at once`,
  env: BEHIND_A_PROXY,
  async run(fixture) {
    const [attacker, other] = [await fixture.signUp('flood'), await fixture.signUp('flooded')]
    const change = async () => {
      const body = { password: `a long password ${randomUUID()}` }
      const sent = { method: 'PUT', as: attacker, body }
      return (await fixture.request('/auth/v1/user', sent)).status
    }
    const { answer, slowest } = await whileSigningIn(fixture, other.email, () =>
      Promise.all(Array.from({ length: TIMES }, change)),
    )
    return `${expectOnly(answer, [200, 429])}; ${slowest}`
  },
}
