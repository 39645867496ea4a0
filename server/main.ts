import path from 'node:path'
import type { Logger } from 'pino'
import { VERSION_LABEL } from '../contract/limits.ts'
import { ConnectionKeys } from './ai/connections/connection-keys.ts'
import { ConnectionWriters } from './ai/connections/connection-writers.ts'
import { createWriter } from './ai/create-writer.ts'
import type { DemoAnswer } from './ai/demo-writer.ts'
import type { WritingLimits } from './ai/writer.ts'
import { applyAccountPolicy } from './auth/accounts/account-policy.ts'
import { ownDataAccess } from './auth/accounts/own-data.ts'
import {
  administratorLink,
  awaitsFirstAccount,
  ensureAdministrator,
} from './auth/accounts/admin-account.ts'
import { startHousekeeping } from './auth/housekeeping.ts'
import type { AuthLimits } from './auth/rate-limits.ts'
import { DEMO_LABEL } from './common/messages.ts'
import { AuthService } from './auth/service.ts'
import { BackupSchedule } from './backup/schedule/schedule.ts'
import type { DemoAccount } from '../contract/demo.ts'
import { readArguments } from './process/arguments.ts'
import {
  type Config,
  PRODUCT_VERSION,
  readConfig,
  readDemoConfig,
  readEnvironment,
} from './process/config.ts'
import { makeDemo } from './demo/demo.ts'
import { openDemoFolder } from './demo/demo-folder.ts'
import { awaitDataDir, createDataDir } from './process/data-lock.ts'
import { startEmbeddedServer } from './database/embedded/embedded-server.ts'
import { hasCluster } from './database/embedded/binaries.ts'
import { connectionTo, type DatabaseConnection } from './database/hosts/connection-to.ts'
import { Listener } from './database/listener.ts'
import { migrate } from './database/migrate.ts'
import { awaitDatabase } from './database/await-database.ts'
import { databaseAnswers } from './database/pool.ts'
import { Pools } from './database/pools.ts'
import { refuseTransactionPooling } from './database/pooling.ts'
import { startDueVersions } from './database/due-versions.ts'
import { isAllowedOrigin, clientAddress } from './http/client-address.ts'
import { type DocumentLimits, Documents } from './documents/documents.ts'
import { openGeneration } from './generation/generation.ts'
import { type TextLimits, TextWork } from './generation/texts/text-work.ts'
import { createApp } from './http/app.ts'
import { LIMITS, type Limits } from './http/limits.ts'
import { listen } from './http/listen.ts'
import { Metrics } from './http/operations/metrics.ts'
import { readWebFiles } from './http/web/web-files.ts'
import { createLog, isReadByPeople } from './process/log.ts'
import { readOutbox } from './mail/file-transport.ts'
import { startMail } from './mail/mail.ts'
import { runUntilStopped } from './process/run-until-stopped.ts'
import type { RealtimeLimits } from './realtime/limits.ts'
import { ChangePositions } from './realtime/delivery/change-positions.ts'
import { createRealtime } from './realtime/realtime.ts'
import { CatalogueCache } from './rest/catalogue/catalogue-cache.ts'
import { loadSecrets } from './process/secrets.ts'
import { publicKeysOf, signingKeyOf } from './common/signing-keys.ts'
import { Teardown } from './process/teardown.ts'
import { welcome } from './process/welcome.ts'

const WEB_DIRECTORY = path.resolve(import.meta.dirname, '../dist/web')
/** Where Ollama listens. */
const LOCAL_MODELS = 'http://127.0.0.1:11434'

export type RunningServer = {
  url: string
  /** Whether the next account to sign up becomes the administrator. */
  awaitsFirstAccount: boolean
  /** Those of the demo; undefined without it. */
  accounts: readonly DemoAccount[] | undefined
  /** Gives load balancers time to notice, then stops listening. */
  drain(hurry: AbortSignal): Promise<void>
  stop(): Promise<void>
}
export type StartOptions = {
  limits?: Partial<Limits>
  authLimits?: Partial<AuthLimits>
  realtimeLimits?: Partial<RealtimeLimits>
  writingLimits?: Partial<WritingLimits>
  documentLimits?: Partial<DocumentLimits>
  textLimits?: Partial<TextLimits>
  /** For tests: where an Ollama server is looked for. */
  localModels?: string
  /** How often to check whether a backup is due, in milliseconds. */
  backupLookEvery?: number
  webDirectory?: string
  /** For tests: settings of the embedded PostgreSQL that no operator should change, such as fsync. */
  databaseSettings?: readonly string[]
  /** Shows the operator a line that contains a secret and must not be logged. */
  tellOperator?: (line: string) => void
  /** Whether it is the demo, and made anew. */
  demo?: { reset: boolean }
}

const toConsole = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Starts everything and resolves once the server listens; if a step fails, stops what was started. */
export async function start(
  config: Config,
  log: Logger,
  options: StartOptions = {},
): Promise<RunningServer> {
  const teardown = new Teardown(log)
  try {
    return await wire(config, log, teardown, options)
  } catch (error) {
    await teardown.run()
    throw error
  }
}

async function wire(
  config: Config,
  log: Logger,
  teardown: Teardown,
  options: StartOptions,
): Promise<RunningServer> {
  const { secrets, demo, connection, pools, listener } = await openDatabase(
    config,
    log,
    teardown,
    options,
  )
  const { requests: pool, workers, signIn } = pools
  const outboxDir = path.join(config.dataDir, 'outbox')
  let stopping = false
  let site = config.publicUrl ?? ''
  const limits = { ...LIMITS, ...options.limits }
  const auth = openAuth(config, secrets, signIn, () => site, log, options)
  const { localModels, connectionKeys, texts, generation } = await openModels(
    config,
    secrets,
    pools,
    listener,
    log,
    options,
  )
  const backups =
    config.backups && startBackups(config, config.backups, connection, workers, log, options)
  if (backups) teardown.add('scheduled backups', () => backups.close())
  const documents = new Documents(log, options.documentLimits)
  teardown.add('document threads', () => documents.close())
  const positions = new ChangePositions()
  const signingKey = signingKeyOf(secrets.authorshipKey)
  const app = createApp({
    publicUrl: config.publicUrl,
    anonKey: secrets.anonKey,
    version: VERSION_LABEL,
    requireAdminMfa: config.requireAdminMfa,
    isDemo: config.ai.provider === 'demo',
    demoAccounts: demo?.accounts,
    isReady: async () => !stopping && (await databaseAnswers(signIn)),
    metrics: new Metrics(pools, backups?.status),
    metricsToken: secrets.metricsToken,
    securityContact: config.securityContact,
    publicKeys: publicKeysOf(signingKey, secrets.formerAuthorshipKeys),
    webFiles: readWebFiles(options.webDirectory ?? WEB_DIRECTORY),
    changePosition: () => positions.current,
    limits,
    allowedOrigins: config.allowedOrigins,
    log,
    outbox: config.showsOutbox
      ? { token: secrets.outboxToken, readOutbox: () => readOutbox(outboxDir) }
      : undefined,
    auth,
    rest: {
      pool,
      catalogue: await CatalogueCache.open(pool, listener, log),
      identify: auth.identify,
      anonKey: secrets.anonKey,
    },
    functions: {
      identify: auth.identify,
      anonKey: secrets.anonKey,
      jobs: generation.jobs,
      readings: generation.readings,
      feed: generation.feed,
      pool,
      documents,
      texts,
      signingKey,
      account: ownDataAccess(auth, workers),
      models: {
        keys: connectionKeys,
        allowsPrivate: config.ai.allowPrivate,
        environment: config.ai,
        localModels,
      },
      log,
    },
  })
  const addresses = { ...config, site: () => site }
  const sockets = await createRealtime({
    pool,
    listener,
    positions,
    log,
    identify: auth.identify,
    anonKey: secrets.anonKey,
    isAllowedOrigin: (origin, host) => isAllowedOrigin(addresses, origin, host),
    ...(options.realtimeLimits && { limits: options.realtimeLimits }),
  })
  const server = await listen(app, {
    host: config.host,
    port: config.port,
    limits,
    log,
    sockets,
  })
  teardown.add('the HTTP server', () => server.close())
  site = config.publicUrl ?? server.url
  teardown.addBeside('the generation worker', () => generation.close())
  await generation.work()
  // Must start after the server listens, because mail contains its address.
  const mail = await startMail({
    pool: workers,
    listener,
    log,
    siteUrl: () => site,
    outboxDir,
    ...config.mail,
  })
  teardown.addBeside('the mail worker', () => mail.close())
  await tellLinks(config, secrets.outboxToken, signIn, site, options)
  return {
    url: server.url,
    accounts: demo?.accounts,
    awaitsFirstAccount: await awaitsFirstAccount(signIn, config.admin),
    async drain(hurry) {
      stopping = true
      const { drainSeconds } = config
      if (drainSeconds > 0) log.info({ seconds: drainSeconds }, 'draining')
      generation.claimNoMore()
      await server.drain(drainSeconds, hurry)
    },
    async stop() {
      stopping = true
      await teardown.run()
    },
  }
}

type Secrets = Awaited<ReturnType<typeof loadSecrets>>

/** The folder, its keys and the database, with everything in it that the server needs. */
async function openDatabase(
  config: Config,
  log: Logger,
  teardown: Teardown,
  options: StartOptions,
) {
  createDataDir(config.dataDir)
  const lock = await awaitDataDir(config.dataDir, log)
  teardown.addLast('the DATA_DIR lock', () => lock.release())
  const demo = options.demo && (await openDemoFolder(config.dataDir, options.demo.reset))
  const isNew = config.databaseUrl !== undefined || !hasCluster(config.dataDir)
  const secrets = await loadSecrets(config.dataDir, config, isNew ? 'may be new' : 'must exist')

  const embedded = {
    password: secrets.databasePassword,
    ...(options.databaseSettings && { settings: options.databaseSettings }),
  }
  const connection = await connectionFor(config, embedded, log, teardown)
  lock.coverDatabase()
  await migrate(connection, log)
  const pools = new Pools(connection, log, config.databaseUrl === undefined)
  teardown.addLast('the database connections', () => pools.end())
  const { workers, signIn } = pools
  await ensureAdministrator(signIn, config.admin)
  await applyAccountPolicy(signIn, config)
  await workers.query('select private.set_text_quota($1)', [config.textQuota])
  if (demo) await makeDemo(workers, config.dataDir, demo)
  const housekeeping = startHousekeeping(workers, log)
  teardown.add('housekeeping', () => housekeeping.close())
  const dueVersions = startDueVersions(workers, log)
  teardown.add('the versions of idle drafts', () => dueVersions.close())
  const listener = await Listener.open(connection, log)
  teardown.add('the database listener', () => listener.close())
  return { secrets, demo, connection, pools, listener }
}

/** What answers prompts. */
async function openModels(
  config: Config,
  secrets: Secrets,
  { requests: pool, workers }: Pools,
  listener: Listener,
  log: Logger,
  options: StartOptions,
) {
  const localModels = options.localModels ?? LOCAL_MODELS
  const connectionKeys = new ConnectionKeys(secrets.jwtSecret)
  const connections = new ConnectionWriters({
    keys: connectionKeys,
    log,
    limits: options.writingLimits,
    outputTokens: config.ai.outputTokens,
    allowsPrivate: config.ai.allowPrivate,
    localModels,
  })
  const texts = new TextWork(log, options.textLimits)
  const demoAnswer: DemoAnswer = (prompt, signal) =>
    texts.do(prompt.userId ?? '', 'demo', prompt, signal)
  const generation = await openGeneration({
    pool,
    workers,
    listener,
    log,
    writer: createWriter(config.ai, log, options.writingLimits, demoAnswer),
    connections,
    texts,
    contextTokens: config.ai.contextTokens,
    summarizes: config.ai.memory,
    isModelFixed: config.ai.isSet,
    modelLabel: config.ai.model ?? DEMO_LABEL,
    concurrency: config.workerConcurrency,
    monthlyLimit: config.monthlyGenerationLimit,
  })
  return { localModels, connectionKeys, texts, generation }
}

function openAuth(
  config: Config,
  { jwtSecret, anonKey }: Secrets,
  pool: Pools['signIn'],
  site: () => string,
  log: Logger,
  { authLimits }: StartOptions,
): AuthService {
  return new AuthService({
    pool,
    jwtSecret,
    anonKey,
    site,
    allowedRedirects: config.allowedRedirects,
    confirmEmail: config.confirmEmail,
    sessionDays: config.sessionDays,
    log,
    clientOf: (c) => clientAddress(c, config.trustProxy),
    ...(authLimits && { limits: authLimits }),
  })
}

async function tellLinks(
  config: Config,
  outboxToken: string,
  signIn: Pools['signIn'],
  site: string,
  options: StartOptions,
): Promise<void> {
  const { tellOperator = toConsole } = options
  const adminLink = await administratorLink(signIn, config.admin, site)
  if (adminLink) tellOperator(`To become the administrator, open this link once: ${adminLink}`)
  // Nobody waits for a mail of the demo.
  if (config.showsOutbox && !options.demo) {
    const outbox = `${site}/outbox?token=${outboxToken}`
    tellOperator(`Mail is not sent, because there is no SMTP_URL. To read it: ${outbox}`)
  }
}

function startBackups(
  { databaseUrl, recorded }: Config,
  plan: NonNullable<Config['backups']>,
  connection: DatabaseConnection,
  pool: Pools['workers'],
  log: Logger,
  { backupLookEvery }: StartOptions,
): BackupSchedule {
  const source = databaseUrl ? { databaseUrl } : { connection }
  const about = { product: PRODUCT_VERSION, configuration: recorded }
  return new BackupSchedule(pool, source, { ...plan, ...about }, log, backupLookEvery)
}

async function connectionFor(
  config: Config,
  { password, settings }: { password: string; settings?: readonly string[] },
  log: Logger,
  teardown: Teardown,
): Promise<DatabaseConnection> {
  if (config.databaseUrl) {
    const connection = connectionTo(config.databaseUrl)
    const { isPooled } = await awaitDatabase(connection, log)
    if (isPooled) await refuseTransactionPooling(connection)
    return connection
  }
  const embedded = await startEmbeddedServer(config.dataDir, password, log, settings)
  teardown.addLast('the embedded database', () => embedded.stop())
  return embedded.connection
}

if (import.meta.main) {
  await runUntilStopped(async () => {
    const args = readArguments(process.argv.slice(2))
    const environment = readEnvironment(process.env)
    const config = args.demo ? readDemoConfig(environment) : readConfig(environment)
    const isReadable = isReadByPeople(config.isLogLevelSet)
    const log = await createLog(config.logLevel, isReadable)
    const server = await start(config, log, args.demo ? { demo: args } : {})
    const { dataDir, databaseUrl, publicUrl: url = server.url } = config
    if (isReadable) {
      const hasOwnDatabase = databaseUrl === undefined
      process.stdout.write(welcome({ ...server, url, dataDir, hasOwnDatabase }, process.uptime()))
    } else log.info({ url: server.url }, `Script Writer is ready. Open ${url}`)
    return { log, drain: (hurry) => server.drain(hurry), stop: () => server.stop() }
  })
}
