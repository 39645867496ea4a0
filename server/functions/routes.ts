import { Hono } from 'hono'
import {
  type GenerateScriptAnswer,
  generateScriptRequest,
  jobRequest,
  type ShowBranchAnswer,
  showBranchRequest,
} from '../../contract/generation.ts'
import { CallerGuard, type NodeEnvironment } from '../database/caller.ts'
import { authorship } from './authorship/authorship.ts'
import { type FunctionsOptions, parseBody } from './call.ts'
import { exportScript } from './export-script.ts'
import { failures, withRefusals } from './failures.ts'
import { adminModels } from './models/admin-models.ts'
import { ownDataRoutes } from './own-data/own-data.ts'
import { streamGeneration } from './stream-generation.ts'

const POST_ONLY = [
  'generate-script',
  'check-generation-status',
  'cancel-generation',
  'show-branch',
  'export-script',
  'download-data',
  'delete-account',
  'admin-models',
]

/** The server functions as supabase-js invokes them, mounted at /functions/v1. */
export function functionRoutes(options: FunctionsOptions): Hono<NodeEnvironment> {
  const { identify, anonKey, ...services } = options
  const { notSignedIn } = failures
  const guard = new CallerGuard(anonKey, identify, {
    ...failures,
    noToken: notSignedIn,
    badToken: notSignedIn,
    expiredToken: notSignedIn,
  })
  const functions = { ...services, guard }
  const { jobs } = services
  const app = new Hono<NodeEnvironment>()

  app.post('/generate-script', async (c) => {
    const identity = await guard.admit(c)
    const request = await parseBody(c, generateScriptRequest)
    const jobId = await withRefusals(
      jobs.request(identity, {
        prompt: request.prompt,
        currentScript: request.currentScript ?? '',
        scriptId: request.scriptId ?? null,
        revision: request.revision ?? null,
        conversationId: request.conversationId ?? null,
        message: request.message ?? null,
        continues: request.continues ?? null,
        target: request.target ?? null,
        mode: request.mode ?? 'change',
        alternatives: request.alternatives ?? null,
        model: request.model ?? null,
        idempotencyKey: request.idempotencyKey ?? null,
      }),
    )
    return c.json({ success: true, jobId } satisfies GenerateScriptAnswer)
  })

  app.post('/check-generation-status', async (c) => {
    const identity = await guard.admit(c)
    const { jobId } = await parseBody(c, jobRequest)
    const status = await withRefusals(jobs.status(identity, jobId))
    if (!status) throw failures.unknownJob()
    return c.json(status)
  })

  app.post('/cancel-generation', async (c) => {
    const identity = await guard.admit(c)
    const { jobId } = await parseBody(c, jobRequest)
    return c.json({ status: await withRefusals(jobs.cancel(identity, jobId)) })
  })

  app.post('/show-branch', async (c) => {
    const identity = await guard.admit(c)
    const { conversationId, messageId } = await parseBody(c, showBranchRequest)
    const keptLines = await withRefusals(jobs.showBranch(identity, conversationId, messageId))
    return c.json({ success: true, keptLines } satisfies ShowBranchAnswer)
  })

  app.post('/export-script', (c) => exportScript(c, functions))

  app.post('/admin-models', (c) => adminModels(c, functions))

  ownDataRoutes(app, functions)

  app.get('/stream-generation', (c) => streamGeneration(c, functions))

  app.get('/authorship', (c) => authorship(c, functions))

  for (const name of ['stream-generation', 'authorship']) {
    app.all(`/${name}`, () => {
      throw failures.method('GET')
    })
  }
  for (const name of POST_ONLY) {
    app.all(`/${name}`, () => {
      throw failures.method('POST')
    })
  }
  app.all('*', () => {
    throw failures.unknownFunction()
  })
  return app
}
