import { parseEnv } from 'node:util'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { InvalidDatabaseUrl, parseDatabaseUrl } from '../database/database-url.ts'
import { publicKeyOf } from '../common/signing-keys.ts'
import { StartFailure } from '../common/failures.ts'

type Environment = Readonly<Record<string, string | undefined>>

const projectRoot = path.resolve(import.meta.dirname, '../..')

export const PRODUCT_VERSION = packageFile.version

const text = z.string().trim()

const wholeNumber = (from: number, to: number) =>
  text
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`)

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1')

const urlWith = (protocols: string[], problem: string) =>
  text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    problem,
  )

const databaseUrl = text.superRefine((value, context) => {
  try {
    parseDatabaseUrl(value)
  } catch (error) {
    if (!(error instanceof InvalidDatabaseUrl)) throw error
    context.addIssue(error.message)
  }
})

const webUrl = urlWith(['http:', 'https:'], 'must be an http or https URL')

const isOrigin = (value: string) => {
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username
}

const origin = webUrl
  .refine((value) => isOrigin(value), {
    error: 'must have only a protocol, host and port',
    when: ({ issues }) => issues.length === 0,
  })
  .transform((value) => new URL(value).origin)

const isLoopback = (host: string) =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host.toLowerCase())

const listOf = (item: z.ZodType<string, string>) =>
  text.transform((value) => value.split(',').map((entry) => entry.trim())).pipe(z.array(item))

const email = text.regex(
  /^[^\s@<>\p{Cc}\p{Cf}]+@[^\s@<>\p{Cc}\p{Cf}]+\.[^\s@<>\p{Cc}\p{Cf}]+$/u,
  'must be an e-mail address',
)

const sender = text.regex(
  /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
  'must be an e-mail address, optionally with a name before it',
)

/** An address or a page where vulnerabilities are reported, as a URI. */
const contact = text
  .transform((value) => (/^[^:/]+@/.test(value) ? `mailto:${value}` : value))
  .refine(
    (value) =>
      /^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/.test(value) && URL.canParse(value),
    'must be an e-mail address or an https URL',
  )

const atLeast = (length: number) =>
  z.string().min(length, `must have at least ${length} characters`)

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A number of minutes, hours or days, in milliseconds. */
const duration = text
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a number of minutes, hours or days')
  .transform((value) => Number(value.slice(0, -1)) * MILLISECONDS[value.at(-1) as 'm' | 'h' | 'd'])

/** Every environment variable: how to parse it, an example, and whether to keep its value out of messages. */
const variables = {
  HOST: {
    read: text.regex(/^[\w.:-]+$/, 'must be a host name or IP address'),
    example: '127.0.0.1',
  },
  PORT: { read: wholeNumber(0, 65_535), example: '3000' },
  DATA_DIR: { read: text, example: './data' },
  DATABASE_URL: {
    read: databaseUrl,
    example: 'postgresql://user:password@127.0.0.1:5432/script_writer',
    secret: true,
  },
  PUBLIC_URL: { read: origin, example: 'https://scripts.example.com' },
  ALLOWED_REDIRECTS: {
    read: listOf(webUrl),
    example: 'https://a.example.com,https://b.example.com',
  },
  ALLOWED_ORIGINS: {
    read: listOf(origin),
    example: 'https://a.example.com,https://b.example.com',
  },
  JWT_SECRET: {
    read: atLeast(32),
    example: 'the-output-of-openssl-rand-hex-32',
    secret: true,
  },
  ANON_KEY: { read: text, example: 'a-token-signed-with-JWT_SECRET', secret: true },
  AUTHORSHIP_KEY: {
    read: text.regex(/^[\da-f]{64}$/, 'must be 64 hexadecimal digits'),
    example: 'the-output-of-openssl-rand-hex-32',
    secret: true,
  },
  AUTHORSHIP_FORMER_KEYS: {
    read: listOf(
      text.refine((key) => publicKeyOf(key) !== undefined, 'must be public keys of records'),
    ),
    example: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  },
  ADMIN_EMAIL: { read: email, example: 'you@example.com' },
  ADMIN_PASSWORD: {
    read: atLeast(8).refine(
      (value) => Buffer.byteLength(value) <= 72,
      'must have at most 72 bytes',
    ),
    example: 'a-long-pass-phrase',
    secret: true,
  },
  AUTH_CONFIRM_EMAIL: { read: flag, example: 'true' },
  REQUIRE_ADMIN_MFA: { read: flag, example: 'true' },
  SESSION_DAYS: { read: wholeNumber(1, 3650), example: '30' },
  AUDIT_DAYS: { read: wholeNumber(1, 36_500), example: '365' },
  TEXT_QUOTA_MB: { read: wholeNumber(1, 1_000_000), example: '500' },
  SMTP_URL: {
    read: urlWith(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// URL'),
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  },
  MAIL_FROM: { read: sender, example: '"Script Writer <scripts@example.com>"' },
  AI_PROVIDER: {
    read: z.enum(
      ['demo', 'openai', 'anthropic', 'google', 'openai-compatible'],
      'must be demo, openai, anthropic, google or openai-compatible',
    ),
    example: 'demo',
  },
  AI_MODEL: { read: text, example: 'the-name-of-a-model' },
  AI_API_KEY: { read: text, example: 'the-key-of-your-provider', secret: true },
  AI_BASE_URL: { read: webUrl, example: 'http://127.0.0.1:11434/v1' },
  AI_ALLOW_PRIVATE: { read: flag, example: 'true' },
  AI_CONTEXT_TOKENS: { read: wholeNumber(4_000, 2_000_000), example: '12000' },
  AI_OUTPUT_TOKENS: { read: wholeNumber(256, 1_000_000), example: '16000' },
  AI_MEMORY: {
    read: z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on'),
    example: 'off',
  },
  MONTHLY_GENERATION_LIMIT: { read: wholeNumber(0, 1_000_000), example: '100' },
  WORKER_CONCURRENCY: { read: wholeNumber(0, 256), example: '50' },
  DRAIN_SECONDS: { read: wholeNumber(0, 300), example: '5' },
  TRUST_PROXY: { read: wholeNumber(0, 16), example: '1' },
  LOG_LEVEL: {
    read: z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    example: 'info',
  },
  SECURITY_CONTACT: { read: contact, example: 'security@example.com' },
  BACKUP_DIR: { read: text, example: '/srv/backups/script-writer' },
  BACKUP_EVERY: { read: duration, example: '24h' },
  BACKUP_KEEP: { read: wholeNumber(1, 10_000), example: '7' },
  METRICS_TOKEN: { read: atLeast(16), example: 'the-output-of-openssl-rand-hex-16', secret: true },
} as const satisfies Record<
  string,
  { read: z.ZodType<unknown, string>; example: string; secret?: true }
>

type Name = keyof typeof variables
type Value<N extends Name> = z.output<(typeof variables)[N]['read']>
type Values = { [N in Name]?: Value<N> }

const describe = (name: Name, problem: string) =>
  `${name} ${problem}; for example ${name}=${variables[name].example}`

function readVariables(env: Environment): { values: Values; problems: string[] } {
  const values: Values = {}
  const problems: string[] = []
  for (const name of Object.keys(variables) as Name[]) {
    const value = env[name]
    if (value === undefined || value.trim() === '') continue
    const { read, ...about } = variables[name]
    const result = read.safeParse(value)
    if (result.success) {
      Object.assign(values, { [name]: result.data })
      continue
    }
    const shown = 'secret' in about ? '' : `"${value.slice(0, 80)}" `
    problems.push(describe(name, `${shown}${result.error.issues[0]?.message ?? 'is invalid'}`))
  }
  return { values, problems }
}

/** Variables that another variable requires. */
function missingVariables(values: Values): string[] {
  const problems: string[] = []
  const needs = (name: Name, because: string) => {
    if (values[name] === undefined) problems.push(describe(name, `is required because ${because}`))
  }
  const provider = values.AI_PROVIDER ?? 'demo'
  if (provider !== 'demo') needs('AI_MODEL', `AI_PROVIDER is ${provider}`)
  if (provider === 'openai-compatible') needs('AI_BASE_URL', `AI_PROVIDER is ${provider}`)
  else if (provider !== 'demo') needs('AI_API_KEY', `AI_PROVIDER is ${provider}`)
  if (values.ADMIN_PASSWORD !== undefined) needs('ADMIN_EMAIL', 'ADMIN_PASSWORD is set')
  if (values.SMTP_URL !== undefined) needs('MAIL_FROM', 'SMTP_URL is set')
  for (const name of ['BACKUP_EVERY', 'BACKUP_KEEP'] as const)
    if (values[name] !== undefined) needs('BACKUP_DIR', `${name} is set`)
  return problems
}

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Environment) {
  const { values, problems } = readVariables(env)
  problems.push(...missingVariables(values))
  if (problems.length > 0) throw new StartFailure(problems.join('\n'))
  const host = values.HOST ?? '127.0.0.1'
  const isLocal = isLoopback(values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : host)
  return {
    host,
    port: values.PORT ?? 3000,
    dataDir: path.resolve(values.DATA_DIR ?? path.join(projectRoot, 'data')),
    databaseUrl: values.DATABASE_URL,
    /** Undefined means the address that the server listens on. */
    publicUrl: values.PUBLIC_URL,
    allowedRedirects: values.ALLOWED_REDIRECTS ?? [],
    /** Other origins whose pages may call the APIs. */
    allowedOrigins: values.ALLOWED_ORIGINS ?? [],
    jwtSecret: values.JWT_SECRET,
    anonKey: values.ANON_KEY,
    authorshipKey: values.AUTHORSHIP_KEY,
    formerAuthorshipKeys: values.AUTHORSHIP_FORMER_KEYS,
    admin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    confirmEmail: values.AUTH_CONFIRM_EMAIL ?? false,
    requireAdminMfa: values.REQUIRE_ADMIN_MFA ?? false,
    sessionDays: values.SESSION_DAYS ?? 30,
    auditDays: values.AUDIT_DAYS ?? 365,
    /** How many megabytes the texts and versions of one user may take. */
    textQuota: values.TEXT_QUOTA_MB ?? 500,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM ?? 'Script Writer <script-writer@localhost>',
    },
    isLocal,
    /** Showing mail on a page is only for trying the product on a local machine. */
    showsOutbox: values.SMTP_URL === undefined && isLocal,
    ai: {
      provider: values.AI_PROVIDER ?? 'demo',
      /** Admins cannot change a model that the environment sets. */
      isSet: values.AI_PROVIDER !== undefined,
      model: values.AI_MODEL,
      apiKey: values.AI_API_KEY,
      baseUrl: values.AI_BASE_URL,
      /** How many tokens a prompt may have. */
      contextTokens: values.AI_CONTEXT_TOKENS ?? 12_000,
      /** Undefined means as many as the model may write. */
      outputTokens: values.AI_OUTPUT_TOKENS,
      /** Whether the model takes notes on long scripts. */
      memory: values.AI_MEMORY ?? true,
      /** Whether connections entered in the browser may lead to private addresses. */
      allowPrivate: values.AI_ALLOW_PRIVATE ?? false,
    },
    /** Undefined means the limit that an admin has set. */
    monthlyGenerationLimit: values.MONTHLY_GENERATION_LIMIT,
    workerConcurrency: values.WORKER_CONCURRENCY ?? 50,
    /** How long the server keeps listening after SIGTERM, so that load balancers notice. */
    drainSeconds: values.DRAIN_SECONDS ?? 0,
    trustProxy: values.TRUST_PROXY ?? 0,
    logLevel: values.LOG_LEVEL ?? 'info',
    isLogLevelSet: values.LOG_LEVEL !== undefined,
    metricsToken: values.METRICS_TOKEN,
    securityContact: values.SECURITY_CONTACT,
    recorded: setVariables(env),
    /** The folder of the PostgreSQL version that created an outdated embedded database. */
    /** Undefined means that none are made on a schedule. */
    backups: values.BACKUP_DIR
      ? {
          directory: path.resolve(values.BACKUP_DIR),
          every: values.BACKUP_EVERY ?? MILLISECONDS.d,
          keep: values.BACKUP_KEEP ?? 7,
        }
      : undefined,
  }
}

const OF_DEMO = new Set(['HOST', 'PORT', 'DATA_DIR', 'PUBLIC_URL', 'LOG_LEVEL'])

/**
 * The configuration of the demo: of the environment only where it listens and its folder. Refused where other
 * people's accounts are, or could be reached from other machines, since /login offers its passwords.
 */
export function readDemoConfig(env: Environment): Config {
  if (env['DATABASE_URL']?.trim())
    throw new StartFailure(
      'The demo is not for the database at DATABASE_URL: start it without DATABASE_URL, and it has its own',
    )
  const kept = Object.entries(env).filter(([name, value]) => OF_DEMO.has(name) && value?.trim())
  const config = readConfig({
    DATA_DIR: path.join(projectRoot, 'data-demo'),
    ...Object.fromEntries(kept),
  })
  if (!config.isLocal)
    throw new StartFailure(
      'The demo is for this machine alone, because it shows its passwords: start it without HOST and PUBLIC_URL',
    )
  return config
}

/** Variables that are specific to a machine, so of no use on another one. */
const OF_MACHINE = new Set<Name>(['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'BACKUP_DIR'])

/** The variables that are set, to be recorded in a backup; only the names of secret ones. */
function setVariables(env: Environment): {
  values: Record<string, string>
  secrets: string[]
} {
  const values: Record<string, string> = {}
  const secrets: string[] = []
  for (const name of Object.keys(variables) as Name[]) {
    const value = env[name]?.trim()
    if (!value || OF_MACHINE.has(name)) continue
    if ('secret' in variables[name]) secrets.push(name)
    else values[name] = value
  }
  return { values, secrets }
}

/** The process environment, with defaults from a `.env` file next to package.json. */
export function readEnvironment(
  env: Environment,
  file = path.join(projectRoot, '.env'),
): Environment {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...env }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env
    throw new StartFailure(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
