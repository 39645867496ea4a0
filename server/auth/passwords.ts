import { FairQueue } from '../common/fair-queue.ts'
import { failures } from './failures.ts'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '../../contract/limits.ts'
import { passwordFault } from '../../contract/password.ts'

/** On whose behalf a password is hashed. */
export type HashCaller = {
  client: string
  /** The account, or the address that the client names. */
  subject: string
  /** Signed in, or on a device that has signed in before. */
  isKnown: boolean
}

type Limits = { atOnce: number; perSubject: number; perClient: number; total: number }

const RETRY_AFTER_SECONDS = 2

/**
 * Hashes a few passwords at a time. Known callers and strangers take turns, so that many unknown clients do not
 * delay who is known; so do the clients of each, and the subjects of each client.
 */
export const createHashQueue = ({ atOnce, perSubject, perClient, total }: Limits) =>
  new FairQueue<HashCaller>({
    groupsOf: ({ client, subject, isKnown }) => [isKnown ? 'known' : 'strangers', client, subject],
    mayStart: (_caller, running) => running.length < atOnce,
    checkWait({ client, subject, isKnown }, waiting) {
      const ofClient = waiting.filter((one) => one.isKnown === isKnown && one.client === client)
      const ofSubject = ofClient.filter((one) => one.subject === subject)
      if (ofSubject.length >= perSubject || ofClient.length >= perClient)
        throw failures.tooMany('over_request_rate_limit', RETRY_AFTER_SECONDS)
      if (waiting.length >= total) throw failures.busy()
    },
  })

/** OWASP's recommended argon2id parameters; argon2id is the package's default algorithm. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** Leaves one core free, so that many sign-ins do not block other requests. */
const queue = createHashQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  perSubject: 10,
  perClient: 150,
  total: 500,
})

/** The server itself hashes the administrator's password at startup. */
const SERVER: HashCaller = { client: 'server', subject: '', isKnown: true }

export const hashPassword = (password: string, caller = SERVER): Promise<string> =>
  queue.run(caller, () => hash(password, PARAMETERS))

/** The hash of a random password, so that rejecting an unknown account takes as long as a known one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$86FEhlXAi/TZFBCZM5ETnQ$si/fabqSavcLJM1FItaU6QNnWLvOfwins1zDSTPF4zE'

export const isPassword = async (
  password: string,
  hashed: string | undefined,
  caller: HashCaller,
): Promise<boolean> => {
  const matches = await queue.run(caller, () => verify(hashed ?? DUMMY_HASH, password))
  return matches && hashed !== undefined
}

/** The most common passwords of at least six characters, the fewest that a change accepts, in lower case. */
const COMMON = new Set(
  `123456 1234567 111111 1111111 000000 0000000 222222 333333 555555 666666 777777 7777777 888888 999999
  654321 7654321 121212 123123 123321 112233 101010 131313 159753 147258 12345a 123abc 123qwe 1q2w3e
  1qaz2w a12345 a123456 abc123 abcd123 abc1234 abcdef abcdefg aaaaaa aaaaaaa asdasd asdfgh asdfghj asdf123
  qwerty qwerty1 qwerty2 qwertyu qwe123 qweqwe qazwsx zxcvbn zxcvbnm zaq12wsx dragon monkey master shadow
  sunshine secret secret1 letmein welcome login1 admin1 admin12 passwd pass123 pass1234 test123 tester
  testing hello1 hello12 hello123 freedom whatever michael michelle jordan jordan1 jessica ashley daniel
  thomas robert george charlie andrew joshua hunter hunter2 harley ranger buster killer soccer hockey
  batman pokemon samsung summer winter flower cheese cookie pepper ginger purple orange banana chelsea
  arsenal computer lovely loveme iloveu matrix mustang tigger maggie nicole access writer movies script
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789
  1234567890 123456780 87654321 987654321 0987654321 11111111 111111111 00000000 88888888 12341234
  11223344 123123123 123321123 112233445566 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12
  qwerty123 qwerty1234 qwertyqwerty asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345
  abc123456 abcdefgh abcdefg1 iloveyou iloveyou1 sunshine1 princess princess1 football football1 baseball
  baseball1 superman superman1 batman123 trustno1 welcome1 welcome123 letmein1 letmein123 changeme
  changeme1 changeme123 internet starwars pokemon1 dragon123 monkey123 master123 shadow123 michael1
  jennifer charlie1 jordan23 liverpool1 chelsea1 arsenal1 admin123 admin1234 administrator adminadmin
  testtest test1234 testing1 testing123 secret123 default1 guest123 samsung1 google123 facebook facebook1
  scriptwriter screenplay hollywood`.split(/\s+/),
)

const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())

const minimum = { signUp: PASSWORD_MIN.auth, change: PASSWORD_MIN.form }

/** Throws if the password is too long, too short or too common. */
export function checkPassword(password: string, occasion: keyof typeof minimum): void {
  const fault = passwordFault(password, occasion)
  if (fault === 'too_long') {
    throw failures.invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
  }
  if (fault === 'too_short') {
    throw failures.weakPassword(`Password must be at least ${minimum[occasion]} characters long.`, [
      'length',
    ])
  }
  if (isCommonPassword(password)) {
    throw failures.weakPassword('Password is one of the most common ones, please choose another.', [
      'pwned',
    ])
  }
}
